/**
 * Assembles WebAssembly that iterates SHA-1 or SHA-2 (FIPS 180-4) over its own digest, unrolled, all
 * in locals. Lanes are scalars or SIMD vectors; message words known in advance (the padding) stay
 * constants, which saves a sixth of the work.
 */
import { cubeRoots, squareRoots } from './constants.ts';
import { sha512TruncatedInitial } from './sha512.ts';
import { type Code, type LaneCode, laneCode, moduleOf, tee } from './wasm-assembler.ts';

export interface KernelShape {
  readonly family: 'sha1' | 'sha256' | 'sha512';
  readonly lanes: 1 | 2 | 4;
  readonly digestBytes: number;
  readonly variant?: 224 | 256;
}

/** A message word: constant, or held in a local. */
type Word = { readonly known: bigint } | { readonly local: number };

const sha1Initial = [0x67452301n, 0xefcdab89n, 0x98badcfen, 0x10325476n, 0xc3d2e1f0n];

function initialState({ family, digestBytes, variant }: KernelShape): readonly bigint[] {
  if (family === 'sha1') return sha1Initial;
  const high = (words: bigint[]): bigint[] => words.map((word) => word >> 32n);
  if (family === 'sha256') {
    // SHA-224 takes the second halves of SHA-384's words.
    return digestBytes === 28
      ? squareRoots(8, 8).map((word) => word & 0xffffffffn)
      : high(squareRoots(8));
  }
  if (variant !== undefined) return sha512TruncatedInitial(variant);
  return squareRoots(8, digestBytes === 48 ? 8 : 0);
}

class Rounds {
  readonly lane: LaneCode;
  readonly code: Code = [];
  readonly words: Word[];
  readonly #temporaries: number;

  constructor(lane: LaneCode, words: Word[], temporaries: number) {
    this.lane = lane;
    this.words = words;
    this.#temporaries = temporaries;
  }

  get(word: Word | undefined): Code {
    if (word === undefined) throw new Error('no such message word');
    return 'known' in word ? this.lane.constant(word.known) : this.lane.get(word.local);
  }

  /** Returns a sum with all constants folded into one. */
  sum(known: bigint, ...parts: (Word | undefined | Code)[]): Code {
    let constant = known;
    let code: Code | undefined;
    for (const part of parts) {
      if (part !== undefined && !Array.isArray(part) && 'known' in part) {
        constant += part.known;
        continue;
      }
      const next = Array.isArray(part) ? part : this.get(part);
      code = code === undefined ? next : this.lane.add(code, next);
    }
    const folded = this.lane.constant(this.lane.wrap(constant));
    if (code === undefined) return folded;
    return this.lane.wrap(constant) === 0n ? code : this.lane.add(code, folded);
  }

  setWord(index: number, value: Code): void {
    const local = this.#temporaries + index;
    this.code.push(...value, ...this.lane.set(local));
    this.words[index] = { local };
  }
}

function sha1Rounds(rounds: Rounds, state: number[]): number[] {
  const { lane } = rounds;
  const constants = [0x5a827999n, 0x6ed9eba1n, 0x8f1bbcdcn, 0xca62c1d6n];
  let [a = 0, b = 0, c = 0, d = 0, e = 0] = state;
  for (let i = 0; i < 80; i++) {
    const slot = i & 15;
    if (i >= 16) {
      const taps = [i - 3, i - 8, i - 14, i - 16].map((t) => rounds.words[t & 15]);
      let known = 0n;
      let code: Code | undefined;
      for (const tap of taps) {
        if (tap !== undefined && 'known' in tap) known ^= tap.known;
        else code = code === undefined ? rounds.get(tap) : lane.xor(code, rounds.get(tap));
      }
      if (code === undefined) {
        rounds.words[slot] = { known: ((known << 1n) | (known >> 31n)) & 0xffffffffn };
      } else {
        const mixed = known === 0n ? code : lane.xor(code, lane.constant(known));
        rounds.setWord(slot, lane.rotl(mixed, 1));
      }
    }
    const quarter = Math.floor(i / 20);
    const [x, y, z] = [lane.get(b), lane.get(c), lane.get(d)];
    const f =
      quarter === 0
        ? lane.xor(z, lane.and(x, lane.xor(y, z)))
        : quarter === 2
          ? lane.add(lane.and(x, y), lane.and(z, lane.xor(x, y)))
          : lane.xor(lane.xor(x, y), z);
    const base = rounds.sum(constants[quarter] ?? 0n, lane.get(e), rounds.words[slot]);
    const total = lane.add(lane.add(base, f), lane.rotl(lane.get(a), 5));
    rounds.code.push(...total, ...lane.set(e));
    rounds.code.push(...lane.rotl(lane.get(b), 30), ...lane.set(b));
    [a, b, c, d, e] = [e, a, b, c, d];
  }
  return [a, b, c, d, e];
}

function sha2Rounds(rounds: Rounds, state: number[], wide: boolean, scratch: number): number[] {
  const { lane } = rounds;
  const count = wide ? 80 : 64;
  const constants = cubeRoots(count).map((k) => (wide ? k : k >> 32n));
  const [S0, S1, s0, s1] = wide
    ? ([
        [28, 34, 39],
        [14, 18, 41],
        [1, 8, 7],
        [19, 61, 6],
      ] as const)
    : ([
        [2, 13, 22],
        [6, 11, 25],
        [7, 18, 3],
        [17, 19, 10],
      ] as const);
  const big = (x: Code, [p, q, r]: readonly [number, number, number]): Code =>
    lane.xor(lane.xor(lane.rotr(x, p), lane.rotr(x, q)), lane.rotr(x, r));
  const bits = wide ? 64n : 32n;
  const rotrKnown = (x: bigint, n: bigint): bigint => lane.wrap((x >> n) | (x << (bits - n)));
  const small = (word: Word | undefined, [p, q, r]: readonly [number, number, number]) => {
    if (word !== undefined && 'known' in word) {
      const x = word.known;
      return { known: rotrKnown(x, BigInt(p)) ^ rotrKnown(x, BigInt(q)) ^ (x >> BigInt(r)) };
    }
    const x = rounds.get(word);
    return lane.xor(lane.xor(lane.rotr(x, p), lane.rotr(x, q)), lane.shr(x, r));
  };
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < count; i++) {
    const slot = i & 15;
    if (i >= 16) {
      const parts = [
        rounds.words[slot],
        small(rounds.words[(i - 15) & 15], s0),
        rounds.words[(i - 7) & 15],
        small(rounds.words[(i - 2) & 15], s1),
      ];
      if (parts.every((part) => part !== undefined && 'known' in part)) {
        const total = parts.reduce((sum, part) => sum + ('known' in part ? part.known : 0n), 0n);
        rounds.words[slot] = { known: lane.wrap(total) };
      } else {
        rounds.setWord(slot, rounds.sum(0n, ...parts));
      }
    }
    const [E, F, G] = [lane.get(e), lane.get(f), lane.get(g)];
    const choose = lane.xor(G, lane.and(E, lane.xor(F, G)));
    const base = rounds.sum(constants[i] ?? 0n, lane.get(h), rounds.words[slot]);
    const t1 = lane.add(lane.add(base, choose), big(E, S1));
    rounds.code.push(...t1, ...tee(scratch), ...lane.get(d), ...lane.addOp, ...lane.set(d));
    const [A, B, C] = [lane.get(a), lane.get(b), lane.get(c)];
    const majority = lane.xor(lane.and(A, B), lane.and(C, lane.xor(A, B)));
    const t2 = lane.add(majority, big(A, S0));
    rounds.code.push(...lane.add(lane.get(scratch), t2), ...lane.set(h));
    [a, b, c, d, e, f, g, h] = [h, a, b, c, d, e, f, g];
  }
  return [a, b, c, d, e, f, g, h];
}

/** The module's bytes; it imports env.memory and exports iterate(steps). */
export function buildKernel(shape: KernelShape): Uint8Array<ArrayBuffer> {
  const wide = shape.family === 'sha512';
  const lane = laneCode(wide ? 64 : 32, shape.lanes);
  const wordBytes = wide ? 8 : 4;
  const digestWords = shape.digestBytes / wordBytes;
  const initial = initialState(shape);
  // Local 0 is the counter; then the digest's words, the working variables, one scratch, the schedule.
  const held = Array.from({ length: Math.ceil(digestWords) }, (_, i) => 1 + i);
  const state = initial.map((_, i) => 9 + i);
  const scratch = 17;
  const schedule = 18;

  const words: Word[] = Array.from({ length: 16 }, (_, i) => {
    const local = held[i];
    if (local !== undefined) return { local };
    return { known: i === digestWords ? 1n << (wide ? 63n : 31n) : 0n };
  });
  words[15] = { known: BigInt(shape.digestBytes * 8) };
  const rounds = new Rounds(lane, words, schedule);
  if (!Number.isInteger(digestWords)) {
    // SHA-512/224 ends in the middle of a word: the padding bit follows in its lower half.
    const last = held.at(-1) ?? 0;
    rounds.code.push(
      ...lane.or(
        lane.and(lane.get(last), lane.constant(0xffffffff00000000n)),
        lane.constant(0x80000000n),
      ),
      ...lane.set(last),
    );
  }
  state.forEach((local, i) => {
    rounds.code.push(...lane.constant(initial[i] ?? 0n), ...lane.set(local));
  });
  const final =
    shape.family === 'sha1' ? sha1Rounds(rounds, state) : sha2Rounds(rounds, state, wide, scratch);
  held.forEach((local, i) => {
    const sum = lane.add(lane.get(final[i] ?? 0), lane.constant(initial[i] ?? 0n));
    rounds.code.push(...sum, ...lane.set(local));
  });

  const stride = wordBytes * shape.lanes;
  const load = held.flatMap((local, i) => [...lane.load(i * stride), ...lane.set(local)]);
  const store = held.flatMap((local, i) => lane.store(i * stride, lane.get(local)));
  return moduleOf({
    lane,
    locals: schedule + 16 - 1,
    before: load,
    loop: rounds.code,
    after: store,
  });
}
