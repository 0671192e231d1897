// Orders to the program that simulates. They need the key that stands in the address which it printed.
const place = `signorini-key-${location.host}`;

/** Takes the key out of the address, so that a copied link does not hand it on. */
export function takeKey(): void {
  const found = /(?:^#|&)token=([0-9a-f]+)/.exec(location.hash);
  if (!found) return;
  sessionStorage.setItem(place, found[1]);
  window.history.replaceState(null, '', location.pathname + location.search);
}

export async function order(what: Record<string, unknown>): Promise<Record<string, unknown>> {
  const answer = await fetch('api/order', {
    method: 'POST', body: JSON.stringify(what),
    headers: { 'Content-Type': 'application/json', 'X-Signorini-Token': sessionStorage.getItem(place) ?? '' },
  });
  if (answer.status === 403) throw new Error('Open the address that the program printed: it holds the key for orders.');
  const words = (await answer.json()) as Record<string, unknown>;
  if (!answer.ok) throw new Error(String(words.error ?? answer.status));
  return words;
}
