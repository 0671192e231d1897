// Videos that are saved by the page.
import { Size } from './film';
import { byId, save } from './page';
import { Viewer } from './viewer';

const picturesASecond = 30;

/** `draw`: the video; it asks with each picture whether to go on. `restore`: what stands above the scene. */
export async function record(
  viewer: Viewer, draw: (size: Size, rate: number, goOn: (share: number) => boolean) => Promise<Blob>, restore: () => void): Promise<void> {
  if (viewer.recording) return void (viewer.recording = false);
  viewer.recording = true;
  viewer.playing = false;
  const { clientWidth: width, clientHeight: height } = byId('canvas'), frame = viewer.frame, note = byId('note');
  try {
    const blob = await draw({ width, height }, picturesASecond, (share) => {
      note.hidden = false;
      note.textContent = `Draws the video: ${Math.round(100 * share)} %. R stops.`;
      return viewer.recording;
    });
    save(blob, `${viewer.run.about.name.replace(/[^\w.-]+/g, '_')}.${viewer.options.video}`);
    restore();
  } catch (error) {
    note.hidden = false;
    note.textContent = (error as Error).message;
  } finally {
    viewer.recording = false;
    viewer.seek(frame);
  }
}
