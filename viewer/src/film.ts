// Pictures and videos of the scene, drawn larger and made smaller, which smooths edges on every machine.
import { mp4 } from './mp4';
import { Picture, webm } from './webm';

export interface Size {
  width: number;
  height: number;
}

export interface FilmStage {
  /** The scene on a canvas of this size. */
  drawAt(size: Size): HTMLCanvasElement;
  restoreSize(): void;
}

/** Lengths are drawn this many times larger. */
const finer = 2;
const secondsBetweenKeys = 2;

function smaller(stage: FilmStage, size: Size, onto: OffscreenCanvas): void {
  const context = onto.getContext('2d')!;
  context.imageSmoothingQuality = 'high';
  context.drawImage(stage.drawAt({ width: finer * size.width, height: finer * size.height }), 0, 0, size.width, size.height);
}

export async function still(stage: FilmStage, size: Size, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(size.width, size.height);
  smaller(stage, size, canvas);
  stage.restoreSize();
  return canvas.convertToBlob({ type, quality: 0.82 });
}

export type Format = 'webm' | 'mp4';

/** Coders by format, the better one first: VP9 is smaller; of H.264 the levels for larger pictures come later. */
const coders: Record<Format, string[]> = {
  webm: ['vp09.00.41.08', 'vp8'], mp4: ['avc1.640028', 'avc1.640034', 'avc1.42001f'],
};

/** What this browser can make of pictures. */
async function settings(format: Format, size: Size, rate: number): Promise<VideoEncoderConfig> {
  if (typeof VideoEncoder === 'undefined') throw new Error('This browser makes no videos (it has no WebCodecs).');
  for (const codec of coders[format]) {
    const config = { codec, ...size, framerate: rate, bitrate: 5 * size.width * size.height };
    if ((await VideoEncoder.isConfigSupported(config)).supported) return config;
  }
  throw new Error(format === 'mp4' ? 'This browser makes no MP4 videos of this size (it has no H.264); WebM may work.'
    : 'This browser makes no WebM videos.');
}

/** `show` puts the scene at a picture of the video, of `count`. */
export async function film(
  stage: FilmStage, format: Format, asked: Size, rate: number, count: number, show: (picture: number) => Promise<boolean>): Promise<Blob> {
  const size = { width: asked.width & ~1, height: asked.height & ~1 };  // coders want even numbers
  const config = await settings(format, size, rate), pictures: Picture[] = [];
  let fault: Error | undefined, setup: Uint8Array = new Uint8Array();
  const encoder = new VideoEncoder({
    output: (chunk, about) => {
      const given = about?.decoderConfig?.description;
      if (given) setup = new Uint8Array(ArrayBuffer.isView(given) ? given.buffer.slice(given.byteOffset, given.byteOffset + given.byteLength) : given);
      const data = new Uint8Array(chunk.byteLength);
      chunk.copyTo(data);
      pictures.push({ data, key: chunk.type === 'key', milliseconds: Math.round(chunk.timestamp / 1000) });
    },
    error: (error) => (fault = error),
  });
  encoder.configure(config);
  const canvas = new OffscreenCanvas(size.width, size.height), keyEvery = Math.max(1, Math.round(secondsBetweenKeys * rate));
  let done = 0;
  for (; done < count && !fault; ++done) {
    if (!(await show(done))) break;
    smaller(stage, size, canvas);
    const picture = new VideoFrame(canvas, { timestamp: Math.round((1e6 * done) / rate), duration: Math.round(1e6 / rate) });
    encoder.encode(picture, { keyFrame: done % keyEvery === 0 });
    picture.close();
    while (encoder.encodeQueueSize > 4) await new Promise((next) => setTimeout(next, 5));
  }
  await encoder.flush();
  encoder.close();
  stage.restoreSize();
  if (fault) throw fault;
  if (format === 'mp4') return mp4(pictures, setup, size.width, size.height, rate);
  return webm(pictures, config.codec === 'vp8' ? 'V_VP8' : 'V_VP9', size.width, size.height, Math.round((1000 * done) / rate));
}

export async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer()), step = 0x8000;
  let text = '';
  for (let k = 0; k < bytes.length; k += step) text += String.fromCharCode(...bytes.subarray(k, k + step));
  return btoa(text);
}
