// Joints, motors, springs and flexible surfaces.
import {
  BufferAttribute, BufferGeometry, Color, ConeGeometry, CylinderGeometry, DoubleSide, DynamicDrawUsage, Group, Intersection, Line,
  LineBasicMaterial, Matrix4, Mesh, Object3D, OctahedronGeometry, Plane, Quaternion, SphereGeometry,
  TorusGeometry, Vector3, BoxGeometry,
} from 'three';
import { surface, Surface } from './finish';
import { Bodies } from './bodies';
import { amount, palette } from './colours';
import { Chunk, Run } from './run';
import { Pose } from './source';
import { vector } from './shapes';

function poseMatrix(pose: Pose): Matrix4 {
  const [w, x, y, z] = pose.orientation;
  return new Matrix4().compose(vector(pose.position), new Quaternion(x, y, z, w), new Vector3(1, 1, 1));
}

function glyphOf(kind: string): BufferGeometry {
  const alongZ = (g: BufferGeometry) => g.rotateX(Math.PI / 2);
  switch (kind) {
    case 'revolute': return alongZ(new CylinderGeometry(0.5, 0.5, 1.6, 20));
    case 'cylindrical': return alongZ(new CylinderGeometry(0.35, 0.35, 2.6, 20));
    case 'prismatic': return new BoxGeometry(0.7, 0.7, 2.6);
    case 'spherical': return new SphereGeometry(0.75, 20, 14);
    case 'universal': return new TorusGeometry(0.7, 0.25, 10, 24);
    case 'planar': return new BoxGeometry(2, 2, 0.2);
    case 'weld': return new BoxGeometry(0.9, 0.9, 0.9);
    default: return new OctahedronGeometry(0.8);
  }
}

export class Joints {
  readonly group = new Group();
  private meshes: Mesh[] = [];
  private frames: Matrix4[] = [];
  private motors: (Mesh | undefined)[] = [];
  private springs: Line[] = [];
  selected = -1;

  constructor(private run: Run, size: number) {
    const plain = surface({ color: 0x59636f, roughness: 0.5, depthTest: false, transparent: true, opacity: 0.85 });
    for (const joint of run.about.joints) {
      const mesh = new Mesh(glyphOf(joint.kind).scale(size, size, size), plain.clone());
      mesh.matrixAutoUpdate = false;
      mesh.renderOrder = 4;
      this.meshes.push(mesh);
      this.frames.push(poseMatrix(joint.frame_b));
      this.group.add(mesh);
      let motor: Mesh | undefined;
      if (joint.motor) {  // a ring with a tip around the axis
        motor = new Mesh(new TorusGeometry(1.3 * size, 0.16 * size, 8, 28, 5),
          surface({ color: 0xd1663a, roughness: 0.5, depthTest: false, transparent: true, opacity: 0.9 }));
        const tip = new Mesh(new ConeGeometry(0.42 * size, 0.8 * size, 12), motor.material);
        tip.position.set(1.3 * size * Math.cos(5.15), 1.3 * size * Math.sin(5.15), 0);
        tip.rotation.z = 5.15;
        tip.renderOrder = motor.renderOrder = 4;
        motor.add(tip);
        mesh.add(motor);
      }
      this.motors.push(motor);
    }
    for (let k = 0; k < run.about.springs.length; ++k) {
      const line = new Line(new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(6 + 3 * 48), 3)),
        new LineBasicMaterial({ color: palette[2] }));
      line.frustumCulled = false;
      this.springs.push(line);
      this.group.add(line);
    }
  }

  move(bodies: Bodies): void {
    const pose = new Matrix4();
    this.run.about.joints.forEach((joint, k) => {
      this.meshes[k].matrix.multiplyMatrices(bodies.matrixOf(joint.body_b, pose), this.frames[k]);
      (this.meshes[k].material as Surface).color.set(k === this.selected ? 0xffb000 : 0x59636f);
    });
    this.run.about.springs.forEach((spring, k) => {
      const a = vector(spring.point_a).applyMatrix4(bodies.matrixOf(spring.body_a, pose));
      const b = vector(spring.point_b).applyMatrix4(bodies.matrixOf(spring.body_b, pose));
      this.drawSpring(this.springs[k], a, b);
    });
  }

  /** A coil between two points. */
  private drawSpring(line: Line, a: Vector3, b: Vector3): void {
    const along = b.clone().sub(a), length = along.length() || 1e-9, place = line.geometry.getAttribute('position') as BufferAttribute;
    const side = new Vector3(1, 0, 0);
    if (Math.abs(along.x) > 0.8 * length) side.set(0, 1, 0);
    const u = new Vector3().crossVectors(along, side).normalize(), w = new Vector3().crossVectors(along, u).normalize();
    const points = place.count, radius = 0.06 * length;
    for (let k = 0; k < points; ++k) {
      const share = k / (points - 1), r = k === 0 || k === points - 1 ? 0 : radius, angle = 2 * Math.PI * 8 * share;
      const p = a.clone().addScaledVector(along, share).addScaledVector(u, r * Math.cos(angle)).addScaledVector(w, r * Math.sin(angle));
      place.setXYZ(k, p.x, p.y, p.z);
    }
    place.needsUpdate = true;
  }

  place(joint: number, out = new Vector3()): Vector3 {
    return out.setFromMatrixPosition(this.meshes[joint].matrix);
  }

  get pickable(): Object3D[] {
    return this.group.visible ? this.meshes : [];
  }

  jointAt(hit: Intersection): number {
    let object: Object3D | null = hit.object;
    while (object && !this.meshes.includes(object as Mesh)) object = object.parent;
    return object ? this.meshes.indexOf(object as Mesh) : -1;
  }
}

export type SurfaceColour = 'von_mises' | 'displacement' | 'plain';

/** Surfaces of flexible bodies, all in one mesh. */
export class Surfaces {
  readonly mesh?: Mesh;
  private start?: Float32Array;
  private numbers?: ArrayLike<number>;
  private nodes = 0;
  private most = { von_mises: 0, displacement: 0 };
  private seen = new WeakSet<Chunk>();
  colour: SurfaceColour = 'von_mises';

  constructor(run: Run) {
    const triangles = run.geometry.arrays.get('surface_triangles'), start = run.geometry.arrays.get('surface_start');
    if (!triangles || !start) return;
    this.start = start.values as Float32Array;
    this.numbers = run.geometry.arrays.get('surface_node')?.values;
    this.nodes = start.count;
    const geometry = new BufferGeometry();
    geometry.setIndex(new BufferAttribute(triangles.values as Uint32Array, 1));
    const dynamic = (values: Float32Array) => {
      const attribute = new BufferAttribute(values, 3);
      attribute.setUsage(DynamicDrawUsage);
      return attribute;
    };
    geometry.setAttribute('position', dynamic(this.start.slice()));
    geometry.setAttribute('color', dynamic(new Float32Array(3 * this.nodes).fill(0.7)));
    this.mesh = new Mesh(geometry, surface({ vertexColors: true, roughness: 0.55, side: DoubleSide }));
    this.mesh.castShadow = this.mesh.receiveShadow = true;
    this.mesh.frustumCulled = false;
  }

  /** Returns the largest number of the frames that are here, for the legend. */
  move(chunk: Chunk, frame: number): number {
    const nodes = chunk.frames.arrays.get('node')?.values;
    if (!this.mesh || !nodes || !this.start) return 0;
    const count = this.nodes, from = 3 * (frame - chunk.first) * count;
    const position = this.mesh.geometry.getAttribute('position') as BufferAttribute;
    (position.array as Float32Array).set(nodes.subarray(from, from + 3 * count) as Float32Array);
    position.needsUpdate = true;
    this.mesh.geometry.computeVertexNormals();
    this.mesh.geometry.boundingSphere = null;
    const stress = chunk.frames.arrays.get('von_mises')?.values;
    const kind = this.colour === 'von_mises' && !stress ? 'displacement' : this.colour;
    const colours = this.mesh.geometry.getAttribute('color') as BufferAttribute, colour = new Color();
    const here = frame - chunk.first, number = (k: number) => kind === 'von_mises' ? stress![here * count + k] : this.displacement(nodes, here, k);
    if (!this.seen.has(chunk)) this.measure(chunk, nodes, stress);
    const most = kind === 'plain' ? 0 : this.most[kind];
    for (let k = 0; k < count; ++k) {
      if (kind === 'plain') colour.copy(palette[0]);
      else amount(most > 0 ? number(k) / most : 0, colour);
      colours.setXYZ(k, colour.r, colour.g, colour.b);
    }
    colours.needsUpdate = true;
    return most;
  }

  private displacement(nodes: ArrayLike<number>, frame: number, node: number): number {
    const from = 3 * (frame * this.nodes + node), start = this.start!;
    return Math.hypot(nodes[from] - start[3 * node], nodes[from + 1] - start[3 * node + 1], nodes[from + 2] - start[3 * node + 2]);
  }

  /** The largest numbers of all frames that are here: colours mean the same in all of them. */
  private measure(chunk: Chunk, nodes: ArrayLike<number>, stress?: ArrayLike<number>): void {
    this.seen.add(chunk);
    const { most } = this;
    for (let frame = 0; frame < chunk.count; ++frame)
      for (let k = 0; k < this.nodes; ++k) most.displacement = Math.max(most.displacement, this.displacement(nodes, frame, k));
    for (let k = 0; stress && k < stress.length; ++k) most.von_mises = Math.max(most.von_mises, stress[k]);
  }

  /** The node that is nearest to where the surface was hit, by its number in the simulation; only while one goes on. */
  nodeAt(hit: Intersection): number {
    const place = this.mesh!.geometry.getAttribute('position') as BufferAttribute, { a, b, c } = hit.face!;
    const away = (node: number) => new Vector3().fromBufferAttribute(place, node).distanceToSquared(hit.point);
    const nearest = [a, b, c].reduce((best, node) => (away(node) < away(best) ? node : best));
    return this.numbers?.[nearest] ?? -1;
  }

  cut(planes: Plane[]): void {
    if (this.mesh) (this.mesh.material as Surface).clippingPlanes = planes;
  }
}
