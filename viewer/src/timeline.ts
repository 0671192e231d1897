// The bar below: play, step, scrub.
import { byId, el, text } from './page';
import { Options } from './options';

export const speeds = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

export interface TimelineCalls {
  toggle(): void;
  seek(frame: number): void;
  step(by: number): void;
  changed(): void;
  panel(): void;
  plots(): void;
  picture(): void;
  video(): void;
  help(): void;
}

export class Timeline {
  private play: HTMLButtonElement;
  private slider: HTMLInputElement;
  private clock = el('output', { class: 'clock', id: 'clock' });
  private speed: HTMLSelectElement;
  private loop: HTMLButtonElement;

  constructor(private options: Options, calls: TimelineCalls) {
    const button = (label: string, title: string, onclick: () => void, id = '') =>
      el('button', { title, 'aria-label': title, onclick, ...(id ? { id } : {}) }, label);
    this.play = button('▶', 'Play (Space)', () => calls.toggle(), 'play');
    this.slider = el('input', {
      type: 'range', min: '0', max: '0', step: '1', id: 'scrub', 'aria-label': 'Frame',
      oninput: () => calls.seek(Number(this.slider.value)),
    });
    this.speed = el('select', {
      id: 'speed', title: 'Speed (, and .)', 'aria-label': 'Speed',
      onchange: () => {
        options.speed = Number(this.speed.value);
        calls.changed();
      },
    }, ...speeds.map((s) => el('option', { value: String(s) }, `${s}×`)));
    this.loop = button('⟳', 'Loop (L)', () => {
      options.loop = !options.loop;
      calls.changed();
    });
    byId('timeline').append(
      button('«', 'To the start (Home)', () => calls.seek(0)), button('‹', 'A frame back (←)', () => calls.step(-1), 'back'),
      this.play, button('›', 'A frame on (→)', () => calls.step(1), 'forward'),
      this.slider, this.clock, this.speed, this.loop);
    byId('tools').append(
      button('⚙', 'Options (P)', () => calls.panel(), 'show-panel'), button('∿', 'Plots (G)', () => calls.plots(), 'show-plots'),
      button('◉', 'Save a picture (S)', () => calls.picture()),
      button('●', 'Save a video (R)', () => calls.video(), 'record'), button('?', 'Keys (?)', () => calls.help(), 'show-help'));
  }

  show(frame: number, frames: number, time: number, playing: boolean, range = [0, frames - 1]): void {
    this.slider.max = String(frames - 1);
    this.slider.value = String(frame);
    this.slider.style.setProperty('--share', `${frames > 1 ? (100 * frame) / (frames - 1) : 0}%`);
    const share = (k: number) => `${frames > 1 ? (100 * k) / (frames - 1) : 0}%`;
    this.slider.classList.toggle('ranged', range[0] > 0 || range[1] < frames - 1);
    this.slider.style.setProperty('--from', share(range[0]));
    this.slider.style.setProperty('--to', share(range[1]));
    this.clock.textContent = `${text(time, 5)} s · ${frame + 1} / ${frames}`;
    this.play.textContent = playing ? '❚❚' : '▶';
    this.play.setAttribute('aria-label', playing ? 'Pause (Space)' : 'Play (Space)');
    this.speed.value = String(this.options.speed);
    this.loop.setAttribute('aria-pressed', String(this.options.loop));
  }
}
