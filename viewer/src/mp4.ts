// MP4: what a video of one H.264 track needs of it (ISO 14496-12), the index before the pictures.
import { Picture } from './webm';

type Part = Uint8Array | Part[];

const sizeOf = (part: Part): number => part instanceof Uint8Array ? part.length : part.reduce((sum, each) => sum + sizeOf(each), 0);

/** Numbers of `width` bytes, highest first. */
function numbers(width: 2 | 4, ...all: number[]): Uint8Array {
  const out = new Uint8Array(width * all.length), view = new DataView(out.buffer);
  all.forEach((n, k) => (width === 2 ? view.setUint16(2 * k, n) : view.setUint32(4 * k, n)));
  return out;
}
const words = (text: string) => new TextEncoder().encode(text);
const nothing = (count: number) => new Uint8Array(count);

function box(name: string, ...content: Part[]): Part {
  return [numbers(4, 8 + sizeOf(content)), words(name), ...content];
}
/** With version 0 and flags. */
const full = (name: string, flags: number, ...content: Part[]) => box(name, numbers(4, flags), ...content);

const unturned = numbers(4, 0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000);

function flat(part: Part, out: BlobPart[]): BlobPart[] {
  if (part instanceof Uint8Array) out.push(part as Uint8Array<ArrayBuffer>);
  else for (const each of part) flat(each, out);
  return out;
}

/** `setup`: the decoder's configuration (avcC), as the encoder gives it. `rate`: pictures a second. */
export function mp4(pictures: Picture[], setup: Uint8Array, width: number, height: number, rate: number): Blob {
  const scale = 90_000, each = Math.round(scale / rate), count = pictures.length, length = each * count;
  const keys = pictures.flatMap((p, k) => (p.key ? [k + 1] : []));
  const sample = box('avc1', nothing(6), numbers(2, 1), nothing(16), numbers(2, width, height), numbers(4, 0x480000, 0x480000, 0),
    numbers(2, 1), nothing(32), numbers(2, 24, 0xffff), box('avcC', setup));
  const index = (start: number) => box('moov',
    full('mvhd', 0, numbers(4, 0, 0, scale, length, 0x10000), numbers(2, 0x100, 0), nothing(8), unturned, nothing(24), numbers(4, 2)),
    box('trak',
      full('tkhd', 3, numbers(4, 0, 0, 1, 0, length), nothing(16), unturned, numbers(4, width << 16, height << 16)),
      box('mdia', full('mdhd', 0, numbers(4, 0, 0, scale, length), numbers(2, 0x55c4, 0)),
        full('hdlr', 0, nothing(4), words('vide'), nothing(12), words('Signorini\0')),
        box('minf', full('vmhd', 1, nothing(8)), box('dinf', full('dref', 0, numbers(4, 1), full('url ', 1))),
          box('stbl', full('stsd', 0, numbers(4, 1), sample), full('stts', 0, numbers(4, 1, count, each)),
            full('stss', 0, numbers(4, keys.length, ...keys)), full('stsc', 0, numbers(4, 1, 1, count, 1)),
            full('stsz', 0, numbers(4, 0, count, ...pictures.map((p) => p.data.length))), full('stco', 0, numbers(4, 1, start)))))));
  const kind = box('ftyp', words('isom'), numbers(4, 0x200), words('isomiso2avc1mp41'));
  const start = sizeOf(kind) + sizeOf(index(0)) + 8;
  return new Blob(flat([kind, index(start), box('mdat', ...pictures.map((p) => p.data))], []), { type: 'video/mp4' });
}
