// Pictures and videos of the scene, drawn larger and made smaller, which smooths edges on every machine.
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

/** What this browser can make of pictures; VP9 is smaller. */
async function settings(size: Size, rate: number): Promise<{ codec: 'V_VP8' | 'V_VP9'; config: VideoEncoderConfig }> {
  if (typeof VideoEncoder === 'undefined') throw new Error('This browser makes no videos (it has no WebCodecs).');
  for (const [codec, name] of [['V_VP9', 'vp09.00.41.08'], ['V_VP8', 'vp8']] as const) {
    const config = { codec: name, ...size, framerate: rate, bitrate: 5 * size.width * size.height };
    if ((await VideoEncoder.isConfigSupported(config)).supported) return { codec, config };
  }
  throw new Error('This browser makes no WebM videos.');
}

/** `show` puts the scene at a picture of the video, of `count`. */
export async function film(
  stage: FilmStage, asked: Size, rate: number, count: number, show: (picture: number) => Promise<boolean>): Promise<Blob> {
  const size = { width: asked.width & ~1, height: asked.height & ~1 };  // coders want even numbers
  const { codec, config } = await settings(size, rate), pictures: Picture[] = [];
  let fault: Error | undefined;
  const encoder = new VideoEncoder({
    output: (chunk) => {
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
  return webm(pictures, codec, size.width, size.height, Math.round((1000 * done) / rate));
}

export async function base64(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer()), step = 0x8000;
  let text = '';
  for (let k = 0; k < bytes.length; k += step) text += String.fromCharCode(...bytes.subarray(k, k + step));
  return btoa(text);
}
