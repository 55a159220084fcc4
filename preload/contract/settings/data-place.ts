import * as z from 'zod';
import { call, resource } from '../define.ts';
import { chosenFolder, nothing, problem } from '../shapes.ts';

/** Where the data folder is, and where it is to be. */
export const dataPlaceState = z.object({
  folder: z.string(),
  /** Where the next start moves it; null: it stays. */
  movesTo: z.string().nullable(),
  /** Where it was before: that one is still there, as it was then. */
  before: z.string().nullable(),
  /** Why the last move was not made. */
  problem: problem.nullable(),
  /** Whether this host can move it. */
  movable: z.boolean(),
  /** The host asks for the folder in a dialog of its own. */
  asksFolder: z.boolean(),
});
export type DataPlaceState = z.infer<typeof dataPlaceState>;

/** The place of all that is kept. */
export const dataPlace = {
  ...resource(nothing, dataPlaceState),
  /**
   * Has the next start move it into a folder of its own in `folder`, or in the one that the user chooses in the host's
   * dialog, where it has one; without a choice nothing changes.
   * @throws `new-place-refused`, `new-place-full`, `new-place-no-locks`, `new-place-not-written`
   */
  move: call(z.object({ folder: chosenFolder.nullable() }), dataPlaceState),
  /** Takes it back, and takes note of a problem. */
  stay: call(nothing, dataPlaceState),
};
