// What the colours mean.
import { css, stateColours, stateNames } from './colours';
import { Surfaces } from './glyphs';
import { Options } from './options';
import { byId, el, text } from './page';
import { Run } from './run';

/** `most`, `flexible`, `largestForce`: the largest speed or force of bodies, of surfaces, of contacts. */
export function showLegend(run: Run, options: Options, most: number, flexible: number, surfaces: Surfaces, largestForce: number): void {
  const root = byId('legend'), look = options.contacts, parts: HTMLElement[] = [];
  const bar = (name: string, kind: 'ramp' | 'judgement', from: string, to: string) =>
    parts.push(el('div', { class: 'entry' }, el('b', {}, name), el('span', {}, from),
      el('i', { class: 'bar', style: `background: linear-gradient(90deg, ${css(kind)})` }), el('span', {}, to)));
  if (options.colour === 'speed') bar('speed', 'ramp', '0', `${text(most, 3)} m/s`);
  if (options.colour === 'force') bar('contact forces', 'ramp', '0', `${text(most, 3)} N`);
  if (surfaces.mesh && surfaces.colour !== 'plain')
    bar(surfaces.colour === 'von_mises' ? 'von Mises' : 'displacement', 'ramp', '0',
      `${text(flexible, 3)} ${surfaces.colour === 'von_mises' ? 'Pa' : 'm'}`);
  if (look.arrows || look.discs) {
    const tolerance = run.about.settings.tolerance;
    if (look.colour === 'force') bar('force', 'ramp', '0', `${text(largestForce, 3)} N`);
    if (look.colour === 'certificate') bar('certificate', 'judgement', text(tolerance * 1e-6, 1), text(tolerance * 100, 1));
    if (look.colour === 'state')
      parts.push(el('div', { class: 'entry' }, ...stateNames.map((name, k) =>
        el('span', { class: 'key' }, el('i', { class: 'dot', style: `background: #${stateColours[k].getHexString()}` }), name))));
  }
  root.replaceChildren(...parts);
  root.hidden = parts.length === 0;
}
