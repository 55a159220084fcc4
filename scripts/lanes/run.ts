import { type Counts, line, oneFailure, oneSkipped, sum } from './counts.ts';
import { filesOf, type LaneName } from './files.ts';
import { lanes, together } from './index.ts';
import { type NeedName, provide } from './needs.ts';
import { runVitest } from './vitest.ts';

/**
 * Runs the lanes one after another, and those of `together` at the same time; of each the files whose path has one of
 * `words`. Prints a closing line for each, and their sum. When `cut` aborts, lanes that had not started are failures.
 */
export async function runLanes(
  names: readonly LaneName[],
  words: readonly string[],
  cut: AbortSignal,
): Promise<Counts> {
  const chosen = names
    .map((name) => ({ name, files: filesOf(name, words) }))
    .filter(({ files }) => files.length > 0);
  const alone = chosen.filter(({ name }) => !together.includes(name));
  const beside = chosen.filter(({ name }) => together.includes(name));
  const done: Done[] = [];
  for (const group of [...alone.map((lane) => [lane]), beside]) {
    done.push(...(await Promise.all(group.map(({ name, files }) => timeLane(name, files, cut)))));
  }
  const total = done.length > 0 ? sum(done.map(({ counts }) => counts)) : oneFailure;
  if (done.length === 0) console.log(['No test files there', ...words].join(': '));
  const closing = done.map(
    ({ name, counts, seconds }) => `${name}: ${line(counts)} (${seconds} s)`,
  );
  console.log(`\n${closing.join('\n')}\n${line(total)}`);
  return total;
}

interface Done {
  readonly name: LaneName;
  readonly counts: Counts;
  readonly seconds: number;
}

async function timeLane(name: LaneName, files: readonly string[], cut: AbortSignal): Promise<Done> {
  console.log(`\n== ${name}`);
  const started = performance.now();
  const counts = cut.aborted ? notStarted(files) : await runLane(name, files, cut);
  return { name, counts, seconds: Math.round((performance.now() - started) / 1000) };
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
