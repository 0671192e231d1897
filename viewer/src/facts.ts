// What stands above the scene.
import { text } from './page';
import { Run } from './run';

const counted = (count: number, one: string, many: string) => (count > 0 ? `${count} ${count === 1 ? one : many}` : '');

export function factsOf(run: Run): string {
  const { about } = run, { settings } = about;
  return [
    counted(run.movingCount, 'body', 'bodies'), counted(about.flexible.length, 'flexible', 'flexible'),
    counted(about.joints.length, 'joint', 'joints'), `law ${settings.law}`, `step ${text(settings.time_step)} s`,
  ].filter(Boolean).join(' · ');
}

/** What is missing, and why. */
export function notesOf(run: Run): string {
  const { about } = run;
  return [
    about.stride > 1 ? `One of ${about.stride} frames is in this page (${about.frames} of ${about.frames_in_run}).` : '',
    about.contacts_left_out ? 'Contacts are left out.' : '',
    about.compact ? 'Velocities are differences of places.' : '',
    about.scene_fault ? 'Joints and springs are not shown: there is no copy of the scene that can be read.' : '',
    !about.complete && !run.source.standalone ? 'The run is not complete; new frames appear as they are saved.' : '',
  ].filter(Boolean).join(' ');
}
