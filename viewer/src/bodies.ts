// Rigid bodies: shapes with the same geometry are drawn together, however many there are.
import {
  BackSide, BufferGeometry, Color, DoubleSide, DynamicDrawUsage, EdgesGeometry, FrontSide, Group, InstancedMesh, Intersection,
  LineBasicMaterial, LineSegments, Matrix4, Mesh, Plane, Quaternion, Sphere, Vector3,
} from 'three';
import { bySoftware, surface, Surface } from './finish';
import { acceleratedRaycast, computeBoundsTree } from 'three-mesh-bvh';
import { amount, palette, quiet, selectedColour } from './colours';
import { islandsOf } from './islands';
import { Chunk, Run } from './run';
import { containers, Form, formOf, vector } from './shapes';

BufferGeometry.prototype.computeBoundsTree = computeBoundsTree;
Mesh.prototype.raycast = acceleratedRaycast;
/** Triangles from which on a tree finds the one under the pointer faster. */
const manyTriangles = 500;

export type ColourBy = 'body' | 'speed' | 'force' | 'material' | 'island' | 'plain';

interface Group1 {
  mesh: InstancedMesh;
  shapes: number[];  // index into about.shapes, by instance
  container: boolean;
  edges?: LineSegments;
  fine: BufferGeometry;
  rough?: BufferGeometry;
}

function distance(p: ArrayLike<number>, a: number, b: number): number {
  return Math.hypot(p[3 * a] - p[3 * b], p[3 * a + 1] - p[3 * b + 1], p[3 * a + 2] - p[3 * b + 2]);
}

export class Bodies {
  readonly group = new Group();
  /** Of every body, kept for whoever asks: position, orientation. */
  readonly positions: Float64Array;
  readonly orientations: Float64Array;
  readonly speeds: Float32Array;
  readonly forces: Float32Array;
  private groups: Group1[] = [];
  private local: Matrix4[] = [];
  private scale: Vector3[] = [];
  private centred: boolean[] = [];  // shapes that lie as their body does
  private painted = '';
  private now?: { chunk: Chunk; frame: number };
  selected = -1;

  constructor(private run: Run, private extent: number) {
    const bodies = run.about.bodies;
    this.positions = new Float64Array(3 * bodies.length);
    this.orientations = new Float64Array(4 * bodies.length);
    this.speeds = new Float32Array(bodies.length);
    this.forces = new Float32Array(bodies.length);
    bodies.forEach((body, k) => {
      this.positions.set(body.position, 3 * k);
      this.orientations.set(body.orientation, 4 * k);
    });
    this.build();
  }

  private build(): void {
    const byKey = new Map<string, { form: Form; shapes: number[]; kind: string }>();
    this.run.about.shapes.forEach((shape, k) => {
      const [w, x, y, z] = shape.orientation;
      this.local.push(new Matrix4().compose(vector(shape.position), new Quaternion(x, y, z, w), new Vector3(1, 1, 1)));
      this.centred.push(shape.position.every((c) => c === 0) && w === 1);
      const form = formOf(this.run, shape, k, this.extent);
      this.scale.push(form ? new Vector3(...form.scale) : new Vector3(1, 1, 1));
      if (!form) return;
      const container = containers.has(shape.kind);
      const key = `${form.key} ${container} ${this.run.about.bodies[shape.body].fixed}`;
      let entry = byKey.get(key);
      if (!entry) byKey.set(key, (entry = { form, shapes: [], kind: shape.kind }));
      entry.shapes.push(k);
    });
    for (const { form, shapes, kind } of byKey.values()) this.addGroup(form, shapes, kind);
  }

  private addGroup(form: Form, shapes: number[], kind: string): void {
    const container = containers.has(kind), geometry = form.make();
    const triangles = (geometry.index?.count ?? geometry.getAttribute('position').count) / 3;
    if (triangles > manyTriangles && shapes.length === 1) geometry.computeBoundsTree!();
    const material = surface({
      roughness: container ? 0.9 : 0.55, metalness: 0.02, side: FrontSide, color: 0xffffff,
    });
    if (container) Object.assign(material, { transparent: true, opacity: 0.22, depthWrite: false });
    const mesh = new InstancedMesh(geometry, material, shapes.length);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false;
    mesh.boundingSphere = new Sphere(new Vector3(), Infinity);  // finding it takes as long as moving everything
    mesh.castShadow = !container;
    mesh.receiveShadow = true;
    mesh.renderOrder = container ? 1 : 0;
    if (kind === 'plane') mesh.visible = false;  // the ground draws it
    const group: Group1 = { mesh, shapes, container, fine: geometry, rough: bySoftware ? form.makeRough?.() : undefined };
    if (container && kind !== 'plane' && shapes.length < 50) {
      group.edges = new LineSegments(new EdgesGeometry(geometry, 30),
        new LineBasicMaterial({ color: 0x66707c, transparent: true, opacity: 0.6 }));
      group.edges.matrixAutoUpdate = false;
      this.group.add(group.edges);
    }
    this.groups.push(group);
    this.group.add(mesh);
  }

  /** Fewer triangles while things move, where software draws them. */
  setRough(rough: boolean): void {
    for (const group of this.groups) group.mesh.geometry = rough && group.rough ? group.rough : group.fine;
  }

  /** Places and speeds at a frame, a share `blend` of the way to the next. */
  move(chunk: Chunk, frame: number, next?: Chunk, blend = 0): void {
    const count = this.run.movingCount, moving = this.run.moving;
    const p = chunk.frames.arrays.get('position')!.values, q = chunk.frames.arrays.get('orientation')!.values;
    const v = chunk.frames.arrays.get('velocity')?.values;
    const other = frame > chunk.first ? frame - 1 : Math.min(frame + 1, chunk.first + chunk.count - 1);
    const back = (other - frame) * count, apart = Math.abs(this.run.time(chunk, frame) - this.run.time(chunk, other));
    const start = (frame - chunk.first) * count;
    const p2 = next?.frames.arrays.get('position')!.values, q2 = next?.frames.arrays.get('orientation')!.values;
    const start2 = next ? (frame + 1 - next.first) * count : 0;
    for (let body = 0; body < moving.length; ++body) {
      const m = moving[body];
      if (m < 0) continue;
      const a = start + m, b = start2 + m;
      for (let c = 0; c < 3; ++c)
        this.positions[3 * body + c] = p2 ? p[3 * a + c] + blend * (p2[3 * b + c] - p[3 * a + c]) : p[3 * a + c];
      let sign = 1, norm = 0;
      if (q2) {
        let dot = 0;
        for (let c = 0; c < 4; ++c) dot += q[4 * a + c] * q2[4 * b + c];
        sign = dot < 0 ? -1 : 1;
      }
      for (let c = 0; c < 4; ++c) {
        const value = q2 ? q[4 * a + c] + blend * (sign * q2[4 * b + c] - q[4 * a + c]) : q[4 * a + c];
        this.orientations[4 * body + c] = value;
        norm += value * value;
      }
      norm = Math.sqrt(norm) || 1;
      for (let c = 0; c < 4; ++c) this.orientations[4 * body + c] /= norm;
      if (v) this.speeds[body] = Math.hypot(v[6 * a], v[6 * a + 1], v[6 * a + 2]);
      else if (apart > 0) this.speeds[body] = distance(p, a, a + back) / apart;
    }
    this.now = { chunk, frame };
    this.sumForces(chunk, frame);
    this.place();
  }

  /** The sizes of all contact forces on a body, added up. */
  private sumForces(chunk: Chunk, frame: number): void {
    this.forces.fill(0);
    const a = chunk.contacts.arrays.get('body_a')?.values, b = chunk.contacts.arrays.get('body_b')?.values;
    const r = chunk.contacts.arrays.get('impulse')?.values;
    if (!a || !b || !r) return;
    const [from, to] = this.run.contactRange(chunk, frame), step = this.run.about.settings.time_step;
    for (let k = from; k < to; ++k) {
      const size = Math.hypot(r[3 * k], r[3 * k + 1], r[3 * k + 2]) / step;
      if (a[k] < this.forces.length) this.forces[a[k]] += size;
      if (b[k] < this.forces.length) this.forces[b[k]] += size;
    }
  }

  private place(): void {
    const pose = new Matrix4(), whole = new Matrix4();
    for (const group of this.groups) {
      const movesNow = group.shapes.some((s) => this.run.moving[this.run.about.shapes[s].body] >= 0);
      if (!movesNow && group.mesh.userData.placed) continue;
      group.mesh.userData.placed = true;
      group.shapes.forEach((shape, k) => {
        this.matrixOf(this.run.about.shapes[shape].body, pose);
        if (this.centred[shape]) whole.copy(pose).scale(this.scale[shape]);
        else whole.multiplyMatrices(pose, this.local[shape]).scale(this.scale[shape]);
        whole.toArray(group.mesh.instanceMatrix.array, 16 * k);
        if (group.edges && k === 0) group.edges.matrix.copy(whole);
      });
      group.mesh.instanceMatrix.needsUpdate = true;
    }
  }

  matrixOf(body: number, out: Matrix4): Matrix4 {
    if (body < 0) return out.identity();
    const q = this.orientations, k = 4 * body;
    const [w, x, y, z] = [q[k], q[k + 1], q[k + 2], q[k + 3]];
    return out.set(
      1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y), this.positions[3 * body],
      2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x), this.positions[3 * body + 1],
      2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y), this.positions[3 * body + 2], 0, 0, 0, 1);
  }

  centre(body: number, out = new Vector3()): Vector3 {
    return out.set(this.positions[3 * body], this.positions[3 * body + 1], this.positions[3 * body + 2]);
  }

  /** Colours by what is asked. Returns the largest number shown, for the legend. */
  paint(by: ColourBy, dark: boolean): number {
    const colour = new Color(), base = dark ? quiet.dark : quiet.light;
    const materials = new Map(this.run.about.materials.map((m, k) => [m.name, k]));
    const numbers = by === 'speed' ? this.speeds : this.forces;
    const islands = by === 'island' && this.now ? islandsOf(this.run, this.now.chunk, this.now.frame) : undefined;
    // Most colours stay the same from frame to frame.
    const state = `${by} ${dark} ${this.selected}`, varies = by === 'speed' || by === 'force' || by === 'island';
    if (!varies && state === this.painted) return 0;
    this.painted = state;
    let most = 0;
    if (by === 'speed' || by === 'force') for (const each of numbers) most = Math.max(most, each);
    for (const group of this.groups) {
      group.shapes.forEach((s, k) => {
        const shape = this.run.about.shapes[s], body = shape.body, fixed = this.run.moving[body] < 0;
        if (body === this.selected && !group.container) colour.copy(selectedColour);
        else if (by === 'material') colour.copy(palette[(materials.get(shape.material) ?? 0) % palette.length]);
        else if (fixed || group.container || by === 'plain') colour.copy(base);
        else if (by === 'island') colour.copy(islands && islands[body] >= 0 ? palette[islands[body] % palette.length] : base);
        else if (by === 'body') colour.copy(palette[body % palette.length]);
        else amount(most > 0 ? numbers[body] / most : 0, colour);
        group.mesh.setColorAt(k, colour);
      });
      if (group.mesh.instanceColor) group.mesh.instanceColor.needsUpdate = true;
    }
    return most;
  }

  setOpacity(solids: number, walls: number): void {
    for (const { mesh, container, edges } of this.groups) {
      const material = mesh.material as Surface, opacity = container ? walls : solids;
      material.opacity = opacity;
      const seeThrough = opacity < 1;
      if (material.transparent !== seeThrough) material.needsUpdate = true;
      material.transparent = seeThrough;
      material.depthWrite = !container && opacity > 0.9;
      mesh.castShadow = !container && opacity > 0.5;
      if (edges) (edges.material as LineBasicMaterial).opacity = Math.min(0.7, 0.25 + walls);
    }
  }

  cut(planes: Plane[]): void {
    for (const { mesh, container, edges } of this.groups) {
      const material = mesh.material as Surface;
      material.clippingPlanes = planes;
      const side = planes.length > 0 && !container ? DoubleSide : FrontSide;  // cut bodies are hollow
      if (material.side !== side) material.needsUpdate = true;
      material.side = side;
      material.shadowSide = planes.length > 0 ? BackSide : null;
      if (edges) (edges.material as LineBasicMaterial).clippingPlanes = planes;
    }
  }

  get pickable(): InstancedMesh[] {
    return this.groups.filter((g) => !g.container).map((g) => g.mesh);
  }

  bodyAt(hit: Intersection): number {
    const group = this.groups.find((g) => g.mesh === hit.object);
    return group && hit.instanceId !== undefined ? this.run.about.shapes[group.shapes[hit.instanceId]].body : -1;
  }
}
