/**
 * Runs PKCS#12 derivations side by side. A file needs up to half a dozen of them (MAC key, and a key and an IV for each
 * encrypted part); their hash chains are independent, so they share the lanes of one WebAssembly SIMD kernel if the
 * hash has one.
 */
import { hasher } from '../hashes/registry.ts';
import { kernelFor } from '../hashes/wasm-kernel.ts';
import { type KdfState, type Pkcs12Derivation, startDerivation } from './pkcs12-kdf.ts';

/** About 10 ms of work, so that cancelling works quickly. */
const sliceIterations = 40_000;

interface Running {
  readonly state: KdfState;
  readonly index: number;
}

const workLeft = ({ state }: Running): number =>
  state.remaining + state.blocksLeft * state.iterations;

function advance(group: readonly Running[]): number {
  const steps = Math.min(sliceIterations, ...group.map(({ state }) => state.remaining));
  const hash = group[0]?.state.hash;
  if (steps === 0 || hash === undefined) return 0;
  const kernel = kernelFor(hash.name, group.length);
  if (kernel !== undefined) {
    const digests = kernel(
      group.map(({ state }) => state.digest),
      steps,
    );
    group.forEach(({ state }, lane) => {
      state.digest = digests[lane] ?? state.digest;
    });
  } else {
    const digestOf = hasher(hash);
    for (const { state } of group) {
      for (let i = 0; i < steps; i++) state.digest = digestOf(state.digest);
    }
  }
  for (const { state } of group) state.remaining -= steps;
  return steps * group.length;
}

export interface IterateOptions {
  /** Called after each slice with the iterations done in it; throws to stop. */
  readonly afterSlice: (iterations: number) => Promise<void>;
}

/** The derived octets, in the order of the requests. */
export async function deriveTogether(
  requests: readonly Pkcs12Derivation[],
  { afterSlice }: IterateOptions,
): Promise<Uint8Array[]> {
  const results: Uint8Array[] = requests.map(() => new Uint8Array());
  let running = requests.map((request, index) => ({ state: startDerivation(request), index }));
  while (running.length > 0) {
    // Longest first: otherwise a two-block key would run alone at the end.
    running.sort((a, b) => workLeft(b) - workLeft(a));
    const hash = running[0]?.state.hash;
    const group = running.filter(({ state }) => state.hash === hash).slice(0, 4);
    const done = advance(group);
    for (const { state, index } of group) {
      if (state.remaining > 0) continue;
      const derived = state.finishBlock();
      if (derived === undefined) continue;
      results[index] = derived;
      running = running.filter((other) => other.state !== state);
    }
    if (done > 0) await afterSlice(done);
  }
  return results;
}
