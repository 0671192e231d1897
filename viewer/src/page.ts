// Small helpers for the page. Texts go in as texts: a name from a scene file never becomes markup.
type Props = Record<string, unknown>;

export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K, props: Props = {}, ...children: (Node | string)[]): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value as EventListener);
    else if (name === 'class') element.className = value as string;
    else if (name in element) (element as unknown as Props)[name] = value;
    else element.setAttribute(name, String(value));
  }
  element.append(...children);
  return element;
}

export function byId<T extends HTMLElement>(id: string): T {
  return document.getElementById(id) as T;
}

/** A number with `digits` significant digits, as people write it. */
export function text(value: number, digits = 4): string {
  if (!Number.isFinite(value)) return '–';
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 1e6 || size < 1e-4) return Number(value.toPrecision(digits)).toExponential().replace('e+', 'e');
  return Number(value.toPrecision(digits)).toString();
}

export function triple(values: ArrayLike<number>, digits = 4): string {
  return Array.from(values).map((v) => text(v, digits)).join(', ');
}

export function save(blob: Blob, name: string): void {
  const link = el('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
