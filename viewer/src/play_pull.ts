// Pulling a body: a spring from the point that was grasped to the pointer, in the plane that faces the camera.
import { BufferGeometry, Float32BufferAttribute, Line, LineBasicMaterial, Matrix4, Plane, Raycaster, Vector2, Vector3 } from 'three';
import { byId, el, text } from './page';
import { LiveHead } from './play_source';
import { order } from './play_orders';
import { Viewer } from './viewer';

const pullColour = 0xd1803f;
/** A pointer that moves less is a click, pixels. */
const slack = 4;

/** m/s²: enough to lift a body by its corner, which has a fourth of its mass or less. */
const usualPull = 100;
/** What the program takes, rad/s. */
const fastest = 1000;

interface Grasp {
  what: { body: number; point: number[] } | { node: number };  // the point in the body's frame
  plane: Plane;
  x: number;
  y: number;
  moved: boolean;
}

export class Puller {
  /** Of the spring, times the usual one. */
  stiffness = 1;
  private grasp?: Grasp;
  private wanted?: Record<string, unknown>;
  private sending = false;
  private line = new Line(new BufferGeometry(), new LineBasicMaterial({ color: pullColour, depthTest: false }));
  private label = el('output', { id: 'pull', hidden: true });

  constructor(private viewer: Viewer, private newest: () => boolean, private complain: (words: string) => void) {
    this.line.renderOrder = 10;
    this.line.visible = false;
    this.line.frustumCulled = false;
    viewer.stage.scene.add(this.line);
    const stage = byId('stage');
    stage.append(this.label);
    // Before the camera and the selection see it.
    stage.addEventListener('pointerdown', (event) => this.begin(event), { capture: true });
    window.addEventListener('pointermove', (event) => this.move(event));
    for (const end of ['pointerup', 'pointercancel'] as const) window.addEventListener(end, (event) => this.end(event));
  }

  private begin(event: PointerEvent): void {
    if (event.button !== 0 || event.shiftKey || !event.isPrimary || !this.newest()) return;
    const { stage, bodies, run, surfaces } = this.viewer;
    let hit = stage.pick(event.clientX, event.clientY, bodies.pickable), what: Grasp['what'] | undefined;
    const body = hit ? bodies.bodyAt(hit) : -1, soft = surfaces.mesh && stage.pick(event.clientX, event.clientY, [surfaces.mesh]);
    if (soft && !(hit && hit.distance < soft.distance)) what = { node: surfaces.nodeAt((hit = soft)) };
    else if (hit && body >= 0 && run.moving[body] >= 0)
      what = { body, point: hit.point.clone().applyMatrix4(bodies.matrixOf(body, new Matrix4()).invert()).toArray() };
    if (!hit || !what) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    const facing = stage.camera.getWorldDirection(new Vector3());
    this.grasp = {
      what, plane: new Plane().setFromNormalAndCoplanarPoint(facing, hit.point), x: event.clientX, y: event.clientY, moved: false,
    };
  }

  private move(event: PointerEvent): void {
    const { grasp } = this;
    if (!grasp || !event.isPrimary) return;
    grasp.moved ||= Math.hypot(event.clientX - grasp.x, event.clientY - grasp.y) >= slack;
    if (!grasp.moved) return;
    const box = byId('canvas').getBoundingClientRect(), ray = new Raycaster();
    ray.setFromCamera(new Vector2((2 * (event.clientX - box.left)) / box.width - 1, 1 - (2 * (event.clientY - box.top)) / box.height),
      this.viewer.stage.camera);
    const target = ray.ray.intersectPlane(grasp.plane, new Vector3());
    if (!target) return;
    this.send({ do: 'pull', ...grasp.what, target: target.toArray(), rate: this.rate() });
  }

  /** How fast the point alone would swing, rad/s: a pull by a body's size accelerates it by `usualPull` times the stiffness. */
  private rate(): number {
    return Math.min(fastest, Math.sqrt((this.stiffness * usualPull) / (2 * this.viewer.bodySize)));
  }

  private end(event: PointerEvent): void {
    if (!this.grasp || !event.isPrimary) return;
    const { moved } = this.grasp;
    this.grasp = undefined;
    if (moved) this.send({ do: 'release' });
    else this.viewer.pick(event.clientX, event.clientY);
  }

  /** One at a time; of those that wait only the last one counts. */
  private send(what: Record<string, unknown>): void {
    this.wanted = what;
    if (this.sending) return;
    this.sending = true;
    void (async () => {
      while (this.wanted) {
        const next = this.wanted;
        this.wanted = undefined;
        await order(next).catch((error: Error) => this.complain(error.message));
      }
      this.sending = false;
    })();
  }

  show(head: LiveHead): void {
    const { pull } = head;
    this.line.visible = pull !== undefined;
    this.label.hidden = pull === undefined;
    if (!pull) return;
    this.line.geometry.setAttribute('position', new Float32BufferAttribute([...pull.point, ...pull.target], 3));
    const at = this.viewer.stage.project(new Vector3(...pull.target));
    this.label.textContent = `${text(Math.hypot(...pull.force), 3)} N`;
    this.label.style.left = `${at.x + 12}px`;
    this.label.style.top = `${at.y - 10}px`;
    this.viewer.stage.invalidate();
  }
}
