// The three-dimensional view: camera, light, ground. Draws when something has changed, and only then.
import CameraControls from 'camera-controls';
import {
  AmbientLight, Box3, BufferAttribute, BufferGeometry, Color, DirectionalLight, Fog, Group, HemisphereLight,
  LineBasicMaterial, LineSegments, Matrix4, Mesh, PCFShadowMap, PerspectiveCamera, Plane, PlaneGeometry, Quaternion,
  Raycaster, Scene, ShadowMaterial, Sphere, Spherical, Vector2, Vector3, Vector4, WebGLRenderer, Object3D, Intersection,
} from 'three';
import { bySoftware } from './finish';
import { Run } from './run';
import { reach, vector } from './shapes';

CameraControls.install({
  THREE: { Vector2, Vector3, Vector4, Quaternion, Matrix4, Spherical, Box3, Sphere, Raycaster },
});

export interface Bounds {
  centre: Vector3;
  radius: number;  // of the scene
  body: number;    // of a usual body
  floor: number;   // the lowest point
}

/** Where things are at the start. */
export function boundsOf(run: Run): Bounds {
  const box = new Box3(), sizes: number[] = [], point = new Vector3();
  run.about.shapes.forEach((shape, k) => {
    const size = reach(run, shape, k), body = run.about.bodies[shape.body];
    if (size === 0) return;
    const [w, x, y, z] = body.orientation;
    vector(shape.position, point).applyQuaternion(new Quaternion(x, y, z, w)).add(vector(body.position));
    box.expandByPoint(point.clone().addScalar(0.8 * size)).expandByPoint(point.clone().subScalar(0.8 * size));
    if (!body.fixed) sizes.push(size);
  });
  const surface = run.geometry.arrays.get('surface_start')?.values;
  for (let k = 0; surface && k < surface.length; k += 3)
    box.expandByPoint(point.set(surface[k], surface[k + 1], surface[k + 2]));
  if (box.isEmpty()) box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
  const radius = Math.max(1e-6, 0.5 * box.getSize(new Vector3()).length());
  sizes.sort((a, b) => a - b);
  return {
    centre: box.getCenter(new Vector3()), radius, body: sizes[sizes.length >> 1] ?? 0.15 * radius, floor: box.min.z,
  };
}

/** Pictures of more triangles than these are rough while things move, where software draws them, and so long after, ms. */
const manyTriangles = 6e4, roughFor = 250;

export const backgrounds = { light: new Color('#eef1f4'), dark: new Color('#171b20') };

export class Stage {
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(34, 1, 0.01, 1000);
  readonly renderer: WebGLRenderer;
  readonly controls: CameraControls;
  private ground = new Group();
  private gridLines!: LineSegments;
  private key!: DirectionalLight;
  private fill!: HemisphereLight;
  private dirty = true;
  private last = performance.now();
  /** Called before each picture; returns whether it wants another one. */
  beforeDraw: (seconds: number) => boolean = () => false;
  drawn = 0;
  dark = false;
  /** Nothing is drawn before things are where they belong: unit spheres all in one place would take a minute. */
  private begun = false;
  /** Told when pictures become rough because things move, and when they rest again. */
  setRough: (rough: boolean) => void = () => {};
  private rough = false;
  private moved = -Infinity;
  private settling = false;

  constructor(private canvas: HTMLCanvasElement, private bounds: Bounds, run: Run) {
    this.renderer = new WebGLRenderer({ canvas, antialias: !bySoftware, powerPreference: 'high-performance' });
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.autoUpdate = false;  // turning the camera does not change them
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.localClippingEnabled = true;
    this.camera.up.set(0, 0, 1);
    this.controls = new CameraControls(this.camera, canvas);
    this.controls.dollyToCursor = true;
    this.controls.smoothTime = 0.12;
    this.controls.draggingSmoothTime = 0.06;
    this.controls.minDistance = 0.02 * bounds.radius;
    this.controls.maxDistance = 60 * bounds.radius;
    this.addLight();
    this.addGround(run);
    this.resize();
    this.view('iso', false);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
    requestAnimationFrame(() => this.loop());
  }

  private addLight(): void {
    const { centre, radius } = this.bounds;
    this.fill = new HemisphereLight(0xffffff, 0xb9b2a8, 1.55);
    this.fill.position.set(0, 0, 1);
    this.key = new DirectionalLight(0xfff6ea, 2.1);
    this.key.position.copy(centre).add(new Vector3(-1.1, -1.5, 2.6).multiplyScalar(radius));
    this.key.target.position.copy(centre);
    this.key.castShadow = true;
    this.key.shadow.mapSize.setScalar(bySoftware ? 512 : 2048);
    this.key.shadow.radius = 4;
    this.key.shadow.bias = -0.0004;
    this.key.shadow.normalBias = 0.01 * Math.min(1, this.bounds.body);
    const reachOfShadow = 1.7 * radius, box = this.key.shadow.camera;
    Object.assign(box, { left: -reachOfShadow, right: reachOfShadow, top: reachOfShadow, bottom: -reachOfShadow });
    box.near = 0.1 * radius;
    box.far = 8 * radius;
    this.scene.add(this.fill, this.key, this.key.target, new AmbientLight(0xffffff, 0.25));
  }

  /** On the first plane of the scene, else below everything. */
  private addGround(run: Run): void {
    const { centre, radius, floor } = this.bounds, size = 9 * radius;
    const shadow = new Mesh(new PlaneGeometry(2 * size, 2 * size), new ShadowMaterial({ opacity: 0.16, depthWrite: false }));
    shadow.receiveShadow = true;
    const cell = 10 ** Math.round(Math.log10(radius / 3)), half = Math.ceil(size / cell);
    const points: number[] = [], pieces = 16, piece = (2 * half * cell) / pieces;
    for (let k = -half; k <= half; ++k)  // in pieces: some drivers lose lines that begin behind the camera
      for (let from = -half * cell, n = 0; n < pieces; from += piece, ++n)
        points.push(k * cell, from, 0, k * cell, from + piece, 0, from, k * cell, 0, from + piece, k * cell, 0);
    this.gridLines = new LineSegments(new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(points), 3)),
      new LineBasicMaterial({ transparent: true, opacity: 0.35, depthWrite: false }));
    shadow.position.z = this.gridLines.position.z = -0.002 * radius;
    this.ground.add(shadow, this.gridLines);
    const plane = run.about.shapes.find((s) => s.kind === 'plane');
    if (plane) {
      const body = run.about.bodies[plane.body], turn = (q: number[]) => new Quaternion(q[1], q[2], q[3], q[0]);
      const whole = turn(body.orientation).multiply(turn(plane.orientation));
      const origin = vector(plane.position).applyQuaternion(turn(body.orientation)).add(vector(body.position));
      const normal = new Vector3(0, 0, 1).applyQuaternion(whole);
      // As near to the scene as the plane is.
      const height = normal.dot(centre.clone().sub(origin));
      origin.copy(centre).addScaledVector(normal, -height);
      this.ground.position.copy(origin);
      this.ground.quaternion.copy(whole);
    } else {
      this.ground.position.set(centre.x, centre.y, floor);
    }
    const step = (x: number) => Math.round(x / cell) * cell;
    if (this.ground.quaternion.w > 0.999999) {
      this.ground.position.x = step(this.ground.position.x);
      this.ground.position.y = step(this.ground.position.y);
    }
    this.scene.add(this.ground);
  }

  setTheme(dark: boolean): void {
    this.dark = dark;
    const back = dark ? backgrounds.dark : backgrounds.light;
    this.scene.background = back;
    this.scene.fog = new Fog(back, 1, 2);
    (this.gridLines.material as LineBasicMaterial).color.set(dark ? 0x4a545f : 0xa9b3be);
    this.fill.groundColor.set(dark ? 0x5a6068 : 0xb9b2a8);
    this.fill.intensity = dark ? 1.25 : 1.55;
    this.invalidate();
  }

  setGround(visible: boolean): void {
    this.ground.visible = visible;
    this.invalidate();
  }

  setShadows(on: boolean): void {
    this.key.castShadow = on;
    this.invalidate();
  }

  view(name: 'iso' | 'front' | 'side' | 'top', smooth = true): void {
    const { centre, radius } = this.bounds;
    const way = { iso: [-0.75, -1.35, 0.72], front: [0, -1, 0.02], side: [1, 0, 0.02], top: [0, -0.001, 1] }[name];
    const tall = Math.max(1, 1 / Math.max(0.2, this.camera.aspect));
    const eye = new Vector3(...way).normalize().multiplyScalar(2.9 * radius * tall).add(centre);
    void this.controls.setLookAt(eye.x, eye.y, eye.z, centre.x, centre.y, centre.z, smooth);
    this.invalidate();
  }

  lookAt(eye: number[], target: number[]): void {
    void this.controls.setLookAt(eye[0], eye[1], eye[2], target[0], target[1], target[2], false);
    this.invalidate();
  }

  target(): number[] {
    return this.controls.getTarget(new Vector3()).toArray();
  }

  follow(point: Vector3): void {
    void this.controls.moveTo(point.x, point.y, point.z, false);
  }

  /** The point in the middle of the view. */
  lookedAt(): Vector3 {
    return this.controls.getTarget(new Vector3());
  }

  pick(x: number, y: number, objects: Object3D[]): Intersection | undefined {
    const box = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.firstHitOnly = true;
    ray.setFromCamera(new Vector2((2 * (x - box.left)) / box.width - 1, 1 - (2 * (y - box.top)) / box.height), this.camera);
    return ray.intersectObjects(objects, false)[0];
  }

  /** Of a point of the scene, in pixels of the window. */
  project(point: Vector3): { x: number; y: number } {
    this.camera.updateMatrixWorld();
    const box = this.canvas.getBoundingClientRect(), p = point.clone().project(this.camera);
    return { x: box.left + ((p.x + 1) / 2) * box.width, y: box.top + ((1 - p.y) / 2) * box.height };
  }

  invalidate(): void {
    this.dirty = true;
    this.renderer.shadowMap.needsUpdate = true;
  }

  /** The scene in another size, on the canvas. */
  drawAt(size: { width: number; height: number }): HTMLCanvasElement {
    this.makeRough(false);
    this.renderer.setPixelRatio(1);
    this.renderer.setSize(size.width, size.height, false);
    this.camera.aspect = size.width / size.height;
    this.draw();
    return this.canvas;
  }

  restoreSize(): void {
    this.resize();
  }

  private resize(): void {
    const parent = this.canvas.parentElement!, width = parent.clientWidth || 1, height = parent.clientHeight || 1;
    this.renderer.setPixelRatio(bySoftware ? 1 : Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }

  private loop(): void {
    requestAnimationFrame(() => this.loop());
    const now = performance.now(), seconds = Math.min(0.25, (now - this.last) / 1000);
    this.last = now;
    const more = this.beforeDraw(seconds);
    const turned = this.controls.update(seconds);
    if (more || turned || this.dirty) this.moved = now;
    else if (this.rough && now - this.moved > roughFor) this.makeRough(false);
    if (!this.begun || !(more || turned || this.dirty)) return;
    if (bySoftware && this.drawn > 0 && this.renderer.info.render.triangles > manyTriangles && !this.settling) this.makeRough(true);
    this.settling = false;
    this.draw();
  }

  private makeRough(rough: boolean): void {
    if (rough === this.rough) return;
    this.rough = rough;
    this.settling = !rough;
    this.setRough(rough);
    this.invalidate();
  }

  begin(): void {
    this.begun = true;
  }

  draw(): void {
    this.dirty = false;
    const distance = this.controls.distance;
    this.camera.near = Math.max(distance / 200, 1e-5);
    this.camera.far = distance + 30 * this.bounds.radius;
    this.camera.updateProjectionMatrix();
    const fog = this.scene.fog as Fog | null;
    if (fog) {
      fog.near = distance + 1.5 * this.bounds.radius;
      fog.far = distance + 11 * this.bounds.radius;
    }
    this.renderer.render(this.scene, this.camera);
    ++this.drawn;
  }

  picture(): Promise<Blob | null> {
    this.makeRough(false);
    this.draw();
    return new Promise((done) => this.canvas.toBlob(done, 'image/png'));
  }

  cutPlane(share: number, axis: 'x' | 'y' | 'z'): Plane[] {
    if (share <= 0) return [];
    const { centre, radius } = this.bounds;
    const normal = new Vector3(axis === 'x' ? -1 : 0, axis === 'y' ? 1 : 0, axis === 'z' ? -1 : 0);
    const place = centre.clone().addScaledVector(normal, -radius + 2 * radius * share);
    return [new Plane().setFromNormalAndCoplanarPoint(normal, place)];
  }
}
