// Geometry of shapes, each in a frame of its own (docs/output_files.md says what `size` means by kind).
import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, CylinderGeometry, SphereGeometry, CircleGeometry,
  PlaneGeometry, Vector3,
} from 'three';
import { mergeGeometries } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { bySoftware } from './finish';
import { Shape } from './source';
import { Run } from './run';

export const containers = new Set(['box_inside', 'cylinder_inside', 'cone_inside', 'plane']);

/** Shapes with the same key share a geometry; `scale` makes the one of the other. */
export interface Form {
  key: string;
  scale: [number, number, number];
  make(): BufferGeometry;
  /** The same with fewer triangles, for pictures that are gone in a moment. */
  makeRough?(): BufferGeometry;
}

/** Of all spheres together: what can be drawn without stalls. */
const sphereTriangles = bySoftware ? 2e5 : 2e6, roughTriangles = 4e4;

function sphere(triangles: number, shapes: number, least: number): BufferGeometry {
  const around = Math.min(32, Math.max(least, Math.round(Math.sqrt(triangles / (1.3 * shapes)))));
  return new SphereGeometry(1, around, Math.round(0.65 * around));
}

function alongZ(geometry: BufferGeometry): BufferGeometry {
  return geometry.rotateX(Math.PI / 2);
}

function sides(size: number[], open: boolean): BufferGeometry {
  const [x, y, z] = size, parts: BufferGeometry[] = [];
  const wall = (width: number, height: number, turn: (g: BufferGeometry) => BufferGeometry) =>
    parts.push(turn(new PlaneGeometry(2 * width, 2 * height)));
  wall(x, y, (g) => g.translate(0, 0, -z));
  if (!open) wall(x, y, (g) => g.rotateX(Math.PI).translate(0, 0, z));
  wall(x, z, (g) => g.rotateX(-Math.PI / 2).translate(0, -y, 0));
  wall(x, z, (g) => g.rotateX(Math.PI / 2).translate(0, y, 0));
  wall(z, y, (g) => g.rotateY(Math.PI / 2).translate(-x, 0, 0));
  wall(z, y, (g) => g.rotateY(-Math.PI / 2).translate(x, 0, 0));
  return mergeGeometries(parts);
}

/** The inside of a cylinder or cone; faces look inwards. */
function tube(bottom: number, top: number, half: number, floor: boolean, lid: boolean): BufferGeometry {
  const wall = alongZ(new CylinderGeometry(top, bottom, 2 * half, 64, 1, true));
  const index = wall.getIndex()!;
  for (let k = 0; k < index.count; k += 3) {
    const a = index.getX(k);
    index.setX(k, index.getX(k + 1));
    index.setX(k + 1, a);
  }
  wall.computeVertexNormals();
  const parts: BufferGeometry[] = [wall];
  if (floor) parts.push(new CircleGeometry(bottom, 64).translate(0, 0, -half));
  if (lid) parts.push(new CircleGeometry(top, 64).rotateX(Math.PI).translate(0, 0, half));
  return mergeGeometries(parts);
}

function meshOf(run: Run, index: number): BufferGeometry {
  const starts = run.geometry.arrays.get('corner_start')!.values, ends = run.geometry.arrays.get('triangle_start')!.values;
  const corners = run.geometry.arrays.get('corners')!.values, triangles = run.geometry.arrays.get('triangles')!.values;
  const shared = new BufferGeometry();
  shared.setAttribute('position',
    new BufferAttribute(new Float32Array(corners.slice(3 * starts[index], 3 * starts[index + 1])), 3));
  shared.setIndex(new BufferAttribute(new Uint32Array(triangles.slice(3 * ends[index], 3 * ends[index + 1])), 1));
  const flat = shared.toNonIndexed();  // edges of stones are sharp
  flat.computeVertexNormals();
  return flat;
}

export function formOf(run: Run, shape: Shape, index: number, extent: number): Form | undefined {
  const [a, b, c] = shape.size;
  const unit: [number, number, number] = [1, 1, 1];
  switch (shape.kind) {
    case 'sphere': {
      const shapes = run.about.shapes.length;
      return {
        key: 'sphere', scale: [a, a, a], make: () => sphere(sphereTriangles, shapes, 7), makeRough: () => sphere(roughTriangles, shapes, 5),
      };
    }
    case 'box':
      return { key: 'box', scale: [a, b, c], make: () => new BoxGeometry(2, 2, 2) };
    case 'cylinder':
      return { key: 'cylinder', scale: [a, a, b], make: () => alongZ(new CylinderGeometry(1, 1, 2, 40)) };
    case 'capsule':
      return { key: `capsule ${a} ${b}`, scale: unit, make: () => alongZ(new CapsuleGeometry(a, 2 * b, 10, 28)) };
    case 'box_inside':
      return { key: `box_inside ${a} ${b} ${c} ${shape.open}`, scale: unit, make: () => sides(shape.size, shape.open) };
    case 'cylinder_inside':
      return { key: `inside ${a} ${b} ${shape.open}`, scale: unit, make: () => tube(a, a, b, true, !shape.open) };
    case 'cone_inside':
      return { key: `cone ${a} ${b} ${c} ${shape.open}`, scale: unit, make: () => tube(a, b, c, !shape.open, false) };
    case 'plane':
      return { key: 'plane', scale: [extent, extent, 1], make: () => new PlaneGeometry(2, 2) };
    case 'convex_hull':
    case 'triangle_mesh':
      return { key: `mesh ${index}`, scale: unit, make: () => meshOf(run, index) };
    default:
      return undefined;
  }
}

/** How far a shape reaches from its middle; 0 for planes, which have no end. */
export function reach(run: Run, shape: Shape, index: number): number {
  const [a, b, c] = shape.size;
  switch (shape.kind) {
    case 'sphere': return a;
    case 'box': case 'box_inside': return Math.hypot(a, b, c);
    case 'capsule': return a + b;
    case 'cylinder': case 'cylinder_inside': return Math.hypot(a, b);
    case 'cone_inside': return Math.hypot(Math.max(a, b), c);
    case 'plane': return 0;
    default: {
      const starts = run.geometry.arrays.get('corner_start')!.values;
      const corners = run.geometry.arrays.get('corners')!.values;
      let most = 0;
      for (let k = starts[index]; k < starts[index + 1]; ++k)
        most = Math.max(most, Math.hypot(corners[3 * k], corners[3 * k + 1], corners[3 * k + 2]));
      return most;
    }
  }
}

/** An arrow of length 1 along z: three tenths of it are the tip. */
export function arrow(): BufferGeometry {
  const shaft = alongZ(new CylinderGeometry(0.028, 0.028, 0.72, 10)).translate(0, 0, 0.36);
  const tip = alongZ(new CylinderGeometry(0, 0.085, 0.28, 14)).translate(0, 0, 0.86);
  return mergeGeometries([shaft, tip]);
}

export function vector(numbers: number[], out = new Vector3()): Vector3 {
  return out.set(numbers[0], numbers[1], numbers[2]);
}
