/** Set where everything random is to be tried as often as for a release: `npm run fuzz`. */
export const fullVariable = 'COMPUTE_DESK_FULL';

/** How often to try something random: a little in every run, in full where that is asked for. */
export function rounds(few: number, full: number): number {
  return process.env[fullVariable] === undefined ? few : full;
}
