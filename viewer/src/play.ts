// A live simulation behind the page: shows each frame as it comes, and passes on what is to be done.
import { byId } from './page';
import { LiveHead, LiveSource, nextFrame } from './play_source';
import { order } from './play_orders';
import { Choices, PlayPanel } from './play_panel';
import { Puller } from './play_pull';
import { Viewer } from './viewer';

/** Plots are drawn anew this often, ms. */
const plotsEvery = 500;

export class Play {
  head?: LiveHead;
  readonly puller: Puller;
  private panel!: PlayPanel;
  private version = -1;
  private plotted = 0;

  constructor(private viewer: Viewer, private source: LiveSource) {
    document.body.classList.add('live');
    this.puller = new Puller(viewer, () => this.atEnd(), (words) => this.panel.say(words));
    viewer.live = {
      toggle: () => void this.order({ do: this.head?.playing ? 'pause' : 'run' }), playing: () => this.head?.playing ?? false,
      step: () => void this.order({ do: 'step' }),
    };
  }

  async begin(): Promise<void> {
    const choices = (await (await fetch('api/choices')).json()) as Choices;
    this.panel = new PlayPanel(choices, 2 * this.viewer.bodySize, {
      order: (what) => this.order(what), dropPlace: (size) => this.dropPlace(size), 
      stiffness: (times) => (this.puller.stiffness = times),
    });
    const { frames } = this.viewer.run;
    await this.viewer.showFrame(frames - 1);
    void this.listen();
  }

  private async order(what: Record<string, unknown>): Promise<Record<string, unknown> | undefined> {
    try {
      const done = await order(what);
      if (what.do !== 'save') this.panel.say('');
      return done;
    } catch (error) {
      this.panel.say((error as Error).message);
      return undefined;
    }
  }

  private atEnd(): boolean {
    return this.viewer.wanted >= this.viewer.run.frames - 1;
  }

  /** Above all bodies, over the place that the camera looks at. */
  private dropPlace(size: number): number[] {
    const { stage, bodies, run } = this.viewer, place = stage.lookedAt().toArray();
    let top = place[2];
    run.moving.forEach((m, body) => (top = m >= 0 ? Math.max(top, bodies.centre(body).z) : top));
    return [place[0], place[1], top + 2 * size];
  }

  private async listen(): Promise<void> {
    for (let seen = 0; ;) {
      try {
        const buffer = await nextFrame(seen);
        if (buffer) seen = await this.take(buffer);
      } catch {
        byId('message').textContent = 'The program that simulates has ended.';
        byId('message').hidden = false;
        return;
      }
      await new Promise((done) => setTimeout(done, 0));
    }
  }

  private async take(buffer: ArrayBuffer): Promise<number> {
    const { viewer, source } = this, following = this.atEnd(), before = this.head;
    const { head, renumbered } = source.add(buffer);
    if (this.version >= 0 && head.version !== this.version) location.reload();
    this.version = head.version;
    this.head = head;
    const again = before !== undefined && head.steps < before.steps;
    if (again) {
      source.clear();
      source.add(buffer);
    }
    if (again || renumbered) viewer.run.clear();
    const now = performance.now();
    if (following || again || renumbered) await viewer.showFrame(viewer.run.frames - 1);
    if (viewer.options.plot && viewer.options.plot !== 'selection' && (!head.playing || now - this.plotted > plotsEvery)) {
      this.plotted = now;
      viewer.run.steps = source.steps();
      viewer.showPlot(viewer.options.plot);
    }
    this.panel.show(head);
    this.puller.show(head);
    return head.number;
  }
}
