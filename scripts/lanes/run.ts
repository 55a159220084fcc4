import { add, type Counts, line, none } from './counts.ts';
import { type LaneName, laneNames, lanes } from './index.ts';
import { type NeedName, provide } from './needs.ts';

/** Runs the lanes one after the other; closes each with a line of its own, and all with their sum. */
export async function runLanes(names: readonly LaneName[], filters: readonly string[]) {
  const closing: string[] = [];
  let sum = none;
  for (const name of names) {
    const started = performance.now();
    const counts = await runLane(name, filters);
    sum = add(sum, counts);
    const seconds = Math.round((performance.now() - started) / 1000);
    closing.push(`${name}: ${line(counts)} (${seconds} s)`);
  }
  console.log(`\n${closing.join('\n')}\n${line(sum)}`);
  return sum;
}

async function runLane(name: LaneName, filters: readonly string[]): Promise<Counts> {
  const { needs, wants, run } = lanes[name];
  console.log(`\n== ${name}`);
  const lacking = provide(needs);
  if (lacking !== undefined) {
    console.log(`${name} is skipped: no ${list(lacking.names)} here, and ${lacking.why}`);
    return { passed: 0, failed: 0, skipped: 1 };
  }
  const wanting = provide(wants);
  if (wanting !== undefined) {
    console.log(`${name} skips some tests: no ${list(wanting.names)} here, and ${wanting.why}`);
  }
  return run(filters);
}

function list(names: readonly NeedName[]): string {
  return names.join(', ');
}

export function isLane(name: string): name is LaneName {
  return (laneNames as readonly string[]).includes(name);
}
