import { type Counts, line, oneFailure, oneSkipped, sum } from './counts.ts';
import { filesOf, type LaneName } from './files.ts';
import { lanes } from './index.ts';
import { type NeedName, provide } from './needs.ts';
import { runVitest } from './vitest.ts';

/**
 * Runs the lanes one after another, of each the files whose path has one of `words`; prints a closing line for each,
 * and their sum. When `cut` aborts, lanes that had not started are failures too.
 */
export async function runLanes(
  names: readonly LaneName[],
  words: readonly string[],
  cut: AbortSignal,
): Promise<Counts> {
  const closing: string[] = [];
  const all: Counts[] = [];
  for (const name of names) {
    const files = filesOf(name, words);
    if (files.length === 0) continue;
    console.log(`\n== ${name}`);
    const started = performance.now();
    const counts = cut.aborted ? notStarted(files) : await runLane(name, files, cut);
    all.push(counts);
    const seconds = Math.round((performance.now() - started) / 1000);
    closing.push(`${name}: ${line(counts)} (${seconds} s)`);
  }
  const total = all.length > 0 ? sum(all) : oneFailure;
  if (all.length === 0) console.log(['No test files there', ...words].join(': '));
  console.log(`\n${closing.join('\n')}\n${line(total)}`);
  return total;
}

function notStarted(files: readonly string[]): Counts {
  console.log(`Cut off before it started. Not run:\n  ${files.join('\n  ')}`);
  return oneFailure;
}

async function runLane(
  name: LaneName,
  files: readonly string[],
  cut: AbortSignal,
): Promise<Counts> {
  const { needs, wants, config, prepare } = lanes[name];
  const lacking = provide(needs);
  if (lacking !== undefined) {
    console.log(`${name} is skipped: no ${list(lacking.names)} here, and ${lacking.why}`);
    return oneSkipped;
  }
  const wanting = provide(wants);
  if (wanting !== undefined) {
    console.log(`${name} skips some tests: no ${list(wanting.names)} here, and ${wanting.why}`);
  }
  try {
    const obstacle = prepare?.();
    if (obstacle !== undefined) {
      console.log(`${name} is skipped: ${obstacle}`);
      return oneSkipped;
    }
  } catch (error) {
    console.log(`${name} cannot start: ${error instanceof Error ? error.message : String(error)}`);
    return oneFailure;
  }
  // A signal that came meanwhile is handled only now.
  await new Promise((resolve) => setImmediate(resolve));
  if (cut.aborted) return notStarted(files);
  return runVitest({ config }, files, cut);
}

function list(names: readonly NeedName[]): string {
  return names.join(', ');
}
