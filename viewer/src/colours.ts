// Colours: quiet for bodies, clear for what they should tell.
import { Color } from 'three';

/** Of bodies by number: even in lightness, so that no body shouts. */
export const palette = ['#5b7fa6', '#c98b5e', '#7fa37a', '#b3746f', '#8e83ab', '#c2a75c', '#6fa3a8', '#a0877a']
  .map((c) => new Color(c));

export const quiet = { light: new Color('#8f9aa8'), dark: new Color('#7d8896') };
export const stateColours = [new Color('#9aa4b0'), new Color('#2f7fd1'), new Color('#e2802f'), new Color('#8a6fd1')];
export const stateNames = ['open', 'sticking', 'sliding'];
export const selectedColour = new Color('#ffb000');

/** From little to much: dark blue over green to yellow (after viridis, by five points). */
const ramp = ['#3b3f86', '#2f6c8e', '#2a9d84', '#7ccf52', '#fbe04e'].map((c) => new Color(c));
/** Green within what is asked, red beyond. */
const judgement = ['#2b9a66', '#7cba4a', '#e8b93a', '#e06c3a', '#c0303f'].map((c) => new Color(c));

function along(points: Color[], share: number, out: Color): Color {
  const place = Math.min(1, Math.max(0, Number.isFinite(share) ? share : 0)) * (points.length - 1);
  const k = Math.min(points.length - 2, Math.floor(place));
  return out.copy(points[k]).lerp(points[k + 1], place - k);
}

export function amount(share: number, out: Color): Color {
  return along(ramp, share, out);
}

/** An error beside the tolerance: from a millionth of it (green) to a hundred times (red), by its digits. */
export function verdict(error: number, tolerance: number, out: Color): Color {
  if (!Number.isFinite(error)) return out.copy(stateColours[3]);
  return along(judgement, (Math.log10(Math.max(error, 1e-30) / tolerance) + 6) / 8, out);
}

export function css(points: 'ramp' | 'judgement'): string {
  return (points === 'ramp' ? ramp : judgement).map((c) => `#${c.getHexString()}`).join(', ');
}
