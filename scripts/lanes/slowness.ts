import { createHash } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';

/** Hands a measured slowness on to the processes of a run. */
export const slownessVariable = 'COMPUTE_DESK_SLOWNESS';

/** Milliseconds that the probe takes where nothing else runs, on the machine that the limits were chosen on. */
const usualProbe = 150;
/** Past this a run is no longer slow but stuck. */
const slowest = 12;

/**
 * How many times longer than on that quiet machine things take here and now: 1 to 12. A piece of work is timed
 * by the clock, and the load is counted too, because load comes and goes while the piece is done.
 */
export function measureSlowness(): number {
  return bounded(Math.max(probe() / usualProbe, loadPerCore()));
}

/**
 * How many times the processor time that things take on that quiet machine they take here and now: what shares
 * a core or its caches with others takes more of it, 1 to 12.
 */
export function measureProcessorSlowness(): number {
  const time = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  return bounded(probe(time) / usualProbe);
}

/** What was measured for this run, or more where the load has grown since. */
export function currentSlowness(): number {
  return bounded(Math.max(Number(process.env[slownessVariable] ?? 1), loadPerCore()));
}

function loadPerCore(): number {
  return (loadavg()[0] ?? 0) / availableParallelism();
}

function bounded(factor: number): number {
  return Math.min(Math.max(factor, 1), slowest);
}

/** @param time a clock in milliseconds */
function probe(time = () => performance.now()): number {
  const started = time();
  const block = Buffer.alloc(1024 * 1024, 7);
  for (let round = 0; round < 40; round += 1) createHash('sha256').update(block).digest();
  let last = 0;
  for (let step = 0; step < 20_000_000; step += 1) last = (last * 31 + step) | 0;
  // What nobody reads would not be computed.
  return last === 0.5 ? 0 : time() - started;
}
