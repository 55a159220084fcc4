import * as z from 'zod';
import { call, resource } from '../define.ts';
import { chosenFolder, nothing, problem } from '../shapes.ts';

/** The data folder's place, and its planned one. */
export const dataPlaceState = z.object({
  folder: z.string(),
  /** Target of the move at the next start; null: it stays. */
  movesTo: z.string().nullable(),
  /** Its previous place, which still exists as it was. */
  before: z.string().nullable(),
  /** Why the last move failed. */
  problem: problem.nullable(),
  /** Whether this host can move it. */
  movable: z.boolean(),
  /** The host asks for the folder in a dialog of its own. */
  asksFolder: z.boolean(),
});
export type DataPlaceState = z.infer<typeof dataPlaceState>;

/** The place of all stored data. */
export const dataPlace = {
  ...resource(nothing, dataPlaceState),
  /**
   * Plans a move at the next start into a new folder inside `folder`, or inside the user's choice in the host's dialog,
   * if it has one; without a choice nothing changes.
   * @throws `new-place-refused`, `new-place-full`, `new-place-no-locks`, `new-place-not-written`
   */
  move: call(z.object({ folder: chosenFolder.nullable() }), dataPlaceState),
  /** Cancels the move, and clears a problem. */
  stay: call(nothing, dataPlaceState),
};
