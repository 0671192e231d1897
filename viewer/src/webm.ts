// WebM: what a video needs of it (EBML, one track, clusters that begin with a key frame, an index before them).

export interface Picture {
  data: Uint8Array;
  key: boolean;
  milliseconds: number;
}

type Part = Uint8Array | Part[];

function sizeOf(part: Part): number {
  return part instanceof Uint8Array ? part.length : part.reduce((sum, each) => sum + sizeOf(each), 0);
}

function bytesOf(number: number, width: number): Uint8Array {
  const out = new Uint8Array(width);
  for (let k = width - 1; k >= 0; --k, number = Math.floor(number / 256)) out[k] = number % 256;
  return out;
}

/** An identifier, a length in eight bytes, the content. */
function element(name: number, ...content: Part[]): Part {
  const width = name > 0xffffff ? 4 : name > 0xffff ? 3 : name > 0xff ? 2 : 1, size = bytesOf(sizeOf(content), 8);
  size[0] = 0x01;
  return [bytesOf(name, width), size, ...content];
}

const whole = (name: number, number: number) => element(name, bytesOf(number, 8));
const words = (name: number, text: string) => element(name, new TextEncoder().encode(text));

function real(name: number, number: number): Part {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setFloat64(0, number);
  return element(name, out);
}

function block(picture: Picture, start: number): Part {
  const head = new Uint8Array([0x81, ...bytesOf(picture.milliseconds - start, 2), picture.key ? 0x80 : 0]);
  return element(0xa3, head, picture.data);
}

function flat(part: Part, out: BlobPart[]): BlobPart[] {
  if (part instanceof Uint8Array) out.push(part as Uint8Array<ArrayBuffer>);
  else for (const each of part) flat(each, out);
  return out;
}

export function webm(pictures: Picture[], codec: 'V_VP8' | 'V_VP9', width: number, height: number, milliseconds: number): Blob {
  const clusters: { start: number; part: Part }[] = [];
  for (let first = 0; first < pictures.length;) {
    let end = first + 1;
    while (end < pictures.length && !pictures[end].key) ++end;
    const start = pictures[first].milliseconds;
    clusters.push({ start, part: element(0x1f43b675, whole(0xe7, start), ...pictures.slice(first, end).map((p) => block(p, start))) });
    first = end;
  }
  const info = element(0x1549a966, whole(0x2ad7b1, 1e6), words(0x4d80, 'Signorini'), words(0x5741, 'Signorini'), real(0x4489, milliseconds));
  const tracks = element(0x1654ae6b, element(0xae, whole(0xd7, 1), whole(0x73c5, 1), whole(0x83, 1), words(0x86, codec),
    element(0xe0, whole(0xb0, width), whole(0xba, height))));
  const index = (places: number[]) => element(0x1c53bb6b, ...clusters.map(({ start }, k) =>
    element(0xbb, whole(0xb3, start), element(0xb7, whole(0xf7, 1), whole(0xf1, places[k])))));
  let place = sizeOf(info) + sizeOf(tracks) + sizeOf(index([]));  // numbers in it have eight bytes each
  const places = clusters.map(({ part }) => {
    const here = place;
    place += sizeOf(part);
    return here;
  });
  const head = element(0x1a45dfa3, whole(0x4286, 1), whole(0x42f7, 1), whole(0x42f2, 4), whole(0x42f3, 8), words(0x4282, 'webm'),
    whole(0x4287, 4), whole(0x4285, 2));
  const segment = element(0x18538067, info, tracks, index(places), ...clusters.map((c) => c.part));
  return new Blob(flat([head, segment], []), { type: 'video/webm' });
}
