import { expect, test } from 'vitest';
import { writePkcs12 } from '../../../../main/base/x509/writer/index.ts';
import { certificatesWorld } from '../../../support/worlds/certificates.ts';
import { ecPair } from '../../../unit/base/x509/reader/pairs.ts';

interface Lateness {
  /** By the clock, in milliseconds. */
  readonly seen: number;
  /** Of that, what main itself spent at work; the rest is a machine with other things to do. */
  readonly own: number;
}

/** The longest that a 10 ms timer was late while `work` ran. */
async function latenessDuring(work: () => Promise<unknown>): Promise<Lateness> {
  let seen = 0;
  let own = 0;
  let last = performance.now();
  let lastUsed = process.threadCpuUsage();
  const look = (): void => {
    const now = performance.now();
    const { user, system } = process.threadCpuUsage(lastUsed);
    const late = now - last - 10;
    seen = Math.max(seen, late);
    own = Math.max(own, Math.min(late, (user + system) / 1000));
    last = now;
    lastUsed = process.threadCpuUsage();
  };
  const timer = setInterval(look, 10);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  return { seen, own };
}

const measurable = typeof process.threadCpuUsage === 'function';
if (!measurable)
  console.log('skipped: how long main is held up (this Node counts no CPU time of threads)');

test.skipIf(!measurable)(
  'main goes on while a file of 1,000,000 iterations is read',
  async () => {
    const world = await certificatesWorld();
    const pair = ecPair('Alice');
    const bytes = await writePkcs12({ ...pair, password: 'secret', iterations: 1_000_000 });
    await world.read(bytes, 'secret');
    const { seen, own } = await latenessDuring(() =>
      world.read(bytes, 'secret', { attempt: 'slow' }),
    );
    console.log(
      `a 10 ms timer in main was late by at most ${seen.toFixed(1)} ms, by its own work ${own.toFixed(1)} ms`,
    );
    expect(own).toBeLessThan(50);
  },
  120_000,
);
