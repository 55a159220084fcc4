/** Set where everything is to be tried as often, and in as many ways, as for a release: `npm run fuzz`, `--full`. */
export const fullVariable = 'COMPUTE_DESK_FULL';

export const isFull = process.env[fullVariable] !== undefined;

/** How often to try something random: a little in every run, in full where that is asked for. */
export function rounds(few: number, full: number): number {
  return isFull ? full : few;
}
