// Contacts: arrows for what they carry, discs for how they stand with the law.
import {
  CircleGeometry, Color, DoubleSide, DynamicDrawUsage, Group, InstancedMesh, Intersection, Matrix4, MeshBasicMaterial,
  Quaternion, Vector3, Plane,
} from 'three';
import { surface } from './finish';
import { amount, selectedColour, stateColours, verdict } from './colours';
import { Chunk, Run } from './run';
import { arrow } from './shapes';

export type ContactColour = 'state' | 'certificate' | 'force';

export interface ContactLook {
  arrows: boolean;
  discs: boolean;
  colour: ContactColour;
  size: number;   // of arrows and discs, 1: as it comes
  least: number;  // share of the largest force of the run so far, below which contacts are hidden
  through: boolean;
}

const up = new Vector3(0, 0, 1);
/** Arrows are this long at the largest force, as a share of the scene; discs this wide. */
const longest = 0.22, discShare = 0.35;

export class Contacts {
  readonly group = new Group();
  private arrows!: InstancedMesh;
  private discs!: InstancedMesh;
  private capacity = 0;
  /** The contact of each instance, as its place in the chunk. */
  private shown: number[] = [];
  private largest = 0;
  selected = -1;
  count = 0;
  look: ContactLook = { arrows: true, discs: false, colour: 'state', size: 1, least: 0, through: true };

  constructor(private run: Run, private extent: number, private bodySize: number) {
    this.reserve(64);
  }

  private reserve(count: number): void {
    if (count <= this.capacity) return;
    this.capacity = Math.max(count, 2 * this.capacity);
    for (const old of [this.arrows, this.discs]) {
      if (!old) continue;
      this.group.remove(old);
      old.dispose();
    }
    const make = (geometry: InstancedMesh['geometry'], flat: boolean) => {
      const material = flat
        ? new MeshBasicMaterial({ side: DoubleSide, transparent: true, opacity: 0.9 })
        : surface({ roughness: 0.5, transparent: true });
      const mesh = new InstancedMesh(geometry, material, this.capacity);
      mesh.instanceMatrix.setUsage(DynamicDrawUsage);
      mesh.frustumCulled = false;
      mesh.renderOrder = 5;
      mesh.setColorAt(0, new Color());
      this.group.add(mesh);
      return mesh;
    };
    this.arrows = make(arrow(), false);
    this.discs = make(new CircleGeometry(1, 24), true);
  }

  show(chunk: Chunk, frame: number): void {
    const impulse = chunk.contacts.arrays.get('impulse')?.values;
    const [from, to] = impulse ? this.run.contactRange(chunk, frame) : [0, 0];
    this.count = to - from;
    this.shown = [];
    this.arrows.visible = this.look.arrows;
    this.discs.visible = this.look.discs;
    for (const each of [this.arrows, this.discs]) (each.material as MeshBasicMaterial).depthTest = !this.look.through;
    if (!impulse || (!this.look.arrows && !this.look.discs)) {
      this.arrows.count = this.discs.count = 0;
      return;
    }
    this.reserve(this.count);
    this.fill(chunk, impulse, from, to);
  }

  private fill(chunk: Chunk, impulse: ArrayLike<number>, from: number, to: number): void {
    const point = chunk.contacts.arrays.get('point')!.values, normal = chunk.contacts.arrays.get('normal')!.values;
    const state = chunk.contacts.arrays.get('state')?.values, error = chunk.contacts.arrays.get('error')?.values;
    const sizeOf = (k: number) => Math.hypot(impulse[3 * k], impulse[3 * k + 1], impulse[3 * k + 2]);
    let most = 0;
    for (let k = from; k < to; ++k) most = Math.max(most, sizeOf(k));
    this.largest = Math.max(this.largest, most);
    const whole = new Matrix4(), turn = new Quaternion(), place = new Vector3(), way = new Vector3(), scale = new Vector3();
    const colour = new Color(), none = new Matrix4().makeScale(0, 0, 0);
    const tolerance = this.run.about.settings.tolerance;
    let n = 0;
    for (let k = from; k < to; ++k) {
      const size = sizeOf(k), share = this.largest > 0 ? size / this.largest : 0;
      if (share < this.look.least) continue;
      this.shown.push(k);
      place.set(point[3 * k], point[3 * k + 1], point[3 * k + 2]);
      // By the square root: chains of small forces stay to be seen beside large ones.
      const length = this.look.size * longest * this.extent * Math.sqrt(share);
      way.set(impulse[3 * k], impulse[3 * k + 1], impulse[3 * k + 2]).normalize();
      turn.setFromUnitVectors(up, way);
      const thick = Math.min(length, 0.5 * longest * this.extent * this.look.size);
      whole.compose(place, turn, scale.set(thick, thick, length));
      this.arrows.setMatrixAt(n, size > 0 ? whole : none);
      way.set(normal[3 * k], normal[3 * k + 1], normal[3 * k + 2]).normalize();
      turn.setFromUnitVectors(up, way);
      const radius = this.look.size * discShare * this.bodySize;
      whole.compose(place, turn, scale.set(radius, radius, radius));
      this.discs.setMatrixAt(n, whole);
      if (k === this.selected) colour.copy(selectedColour);
      else if (this.look.colour === 'force') amount(Math.sqrt(share), colour);
      else if (this.look.colour === 'certificate') verdict(error ? error[k] : NaN, tolerance, colour);
      else colour.copy(stateColours[Math.min(3, state ? state[k] : 3)]);
      this.arrows.setColorAt(n, colour);
      this.discs.setColorAt(n, colour);
      ++n;
    }
    for (const mesh of [this.arrows, this.discs]) {
      mesh.count = n;
      mesh.instanceMatrix.needsUpdate = true;
      mesh.instanceColor!.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }

  cut(planes: Plane[]): void {
    for (const each of [this.arrows, this.discs]) (each.material as MeshBasicMaterial).clippingPlanes = planes;
  }

  get pickable(): InstancedMesh[] {
    return [this.arrows, this.discs].filter((mesh) => mesh.visible && mesh.count > 0);
  }

  contactAt(hit: Intersection): number {
    return hit.instanceId === undefined ? -1 : this.shown[hit.instanceId] ?? -1;
  }

  get largestForce(): number {
    return this.largest / this.run.about.settings.time_step;
  }
}
