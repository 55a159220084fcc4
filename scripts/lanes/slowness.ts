import { createHash } from 'node:crypto';
import { availableParallelism, loadavg } from 'node:os';

/** Passes the measured slowness to the processes of a run. */
export const slownessVariable = 'COMPUTE_DESK_SLOWNESS';

/** Milliseconds that the probe takes without other load, on the computer for which the limits were chosen. */
const usualProbe = 150;
/** Beyond this a run is no longer slow but stuck. */
const slowest = 12;

/**
 * Returns how many times longer than on that quiet computer work takes now: 1 to 12. A piece of work is timed by the
 * clock, and the load is included, because it changes during the work.
 */
export function measureSlowness(): number {
  return bounded(Math.max(probe() / usualProbe, loadPerCore()));
}

/**
 * Returns how many times more processor time than on that quiet computer work takes now: sharing a core or its caches
 * costs more, 1 to 12.
 */
export function measureProcessorSlowness(): number {
  const time = (): number => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  return bounded(probe(time) / usualProbe);
}

/** Returns the value measured for this run, or more if the load has grown since. */
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
  // An unused result would not be computed.
  return last === 0.5 ? 0 : time() - started;
}
