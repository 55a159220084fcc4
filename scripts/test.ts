import { fullVariable } from '../test/support/processes/rounds.ts';
import { type LaneName, laneNames } from './lanes/files.ts';
import { allLanes, otherLanes, quickLanes } from './lanes/index.ts';
import { runLanes } from './lanes/run.ts';

/**
 * `npm test` runs the quick lanes; `--all` all of them, `--rest` the others. `npm test -- e2e clients` runs the lane
 * e2e, and of it the files whose path has "clients". `--full` runs random tests as often as for a release.
 */
const words = process.argv.slice(2).filter((word) => !word.startsWith('--'));
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'));
const strange = flags.filter((flag) => !['--all', '--rest', '--full'].includes(flag));
if (strange.length > 0) {
  console.error(`Not known: ${strange.join(', ')}. Lanes: ${laneNames.join(', ')}`);
  process.exit(2);
}

const isLane = (word: string): word is LaneName => laneNames.some((name) => name === word);
const named = laneNames.filter((name) => words.includes(name));
const chosen = ((): readonly LaneName[] => {
  if (named.length > 0) return named;
  if (flags.includes('--rest')) return otherLanes;
  return flags.includes('--all') ? allLanes : quickLanes;
})();
if (flags.includes('--full')) process.env[fullVariable] = 'yes';

// Ending this run prints what has not run.
const cut = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => cut.abort());
}
const filters = words.filter((word) => !isLane(word));
const { failed } = await runLanes(chosen, filters, cut.signal);
process.exitCode = failed > 0 ? 1 : 0;
