import type { Transfer } from '../../../../preload/contract/work/files.ts';

/** Returns how many transfers in a direction are done: a folder that is shown may have changed with each. */
export function doneCount(
  transfers: readonly Transfer[] | undefined,
  direction: Transfer['direction'],
): number {
  return (transfers ?? []).filter((one) => one.direction === direction && one.state === 'done')
    .length;
}
