/** The parts of a WebAssembly assembler that the hash kernels need (core specification, chapter 5). */
export type Code = number[];

function unsigned(value: number): Code {
  const out: Code = [];
  let rest = value;
  do {
    const low = rest & 0x7f;
    rest >>>= 7;
    out.push(rest === 0 ? low : low | 0x80);
  } while (rest !== 0);
  return out;
}

function signed(value: bigint): Code {
  const out: Code = [];
  for (let rest = value; ; rest >>= 7n) {
    const low = Number(rest & 0x7fn);
    const next = rest >> 7n;
    if ((next === 0n && (low & 0x40) === 0) || (next === -1n && (low & 0x40) !== 0)) {
      out.push(low);
      return out;
    }
    out.push(low | 0x80);
  }
}

/** Code for arithmetic on one machine word, or on the same word of several lanes at once. */
export interface LaneCode {
  readonly type: number;
  readonly addOp: Code;
  wrap(value: bigint): bigint;
  constant(value: bigint): Code;
  get(local: number): Code;
  set(local: number): Code;
  load(offset: number): Code;
  store(offset: number, value: Code): Code;
  add(a: Code, b: Code): Code;
  and(a: Code, b: Code): Code;
  or(a: Code, b: Code): Code;
  xor(a: Code, b: Code): Code;
  shr(a: Code, n: number): Code;
  rotl(a: Code, n: number): Code;
  rotr(a: Code, n: number): Code;
}

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
export const tee = (local: number): Code => [0x22, ...unsigned(local)];
const i32 = (value: number): Code => [0x41, ...signed(BigInt(value))];
const simd = (op: number): Code => [0xfd, ...unsigned(op)];

function scalar(bits: 32 | 64): LaneCode {
  const wide = bits === 64;
  const size = BigInt(bits);
  const op = (code: number, a: Code, b: Code): Code => [...a, ...b, code];
  const constant = (value: bigint): Code => [
    wide ? 0x42 : 0x41,
    ...signed(BigInt.asIntN(bits, value)),
  ];
  const add = wide ? 0x7c : 0x6a;
  const rotl = (a: Code, n: number): Code => op(wide ? 0x89 : 0x77, a, constant(BigInt(n)));
  return {
    type: wide ? 0x7e : 0x7f,
    addOp: [add],
    wrap: (value) => BigInt.asUintN(Number(size), value),
    constant,
    get,
    set,
    load: (offset) => [...i32(offset), wide ? 0x29 : 0x28, wide ? 3 : 2, 0],
    store: (offset, value) => [...i32(offset), ...value, wide ? 0x37 : 0x36, wide ? 3 : 2, 0],
    add: (a, b) => op(add, a, b),
    and: (a, b) => op(wide ? 0x83 : 0x71, a, b),
    or: (a, b) => op(wide ? 0x84 : 0x72, a, b),
    xor: (a, b) => op(wide ? 0x85 : 0x73, a, b),
    shr: (a, n) => op(wide ? 0x88 : 0x76, a, constant(BigInt(n))),
    rotl,
    rotr: (a, n) => rotl(a, bits - n),
  };
}

function vector(bits: 32 | 64): LaneCode {
  const wide = bits === 64;
  const op = (code: number, a: Code, b: Code): Code => [...a, ...b, ...simd(code)];
  const constant = (value: bigint): Code => {
    const bytes = Buffer.alloc(16);
    for (let at = 0; at < 16; at += bits / 8) {
      if (wide) bytes.writeBigUInt64LE(value, at);
      else bytes.writeUInt32LE(Number(value), at);
    }
    return [...simd(0x0c), ...bytes];
  };
  const shift = (code: number, a: Code, n: number): Code => [...a, ...i32(n), ...simd(code)];
  const shl = wide ? 0xcb : 0xab;
  const shr = wide ? 0xcd : 0xad;
  const add = wide ? 0xce : 0xae;
  const or = (a: Code, b: Code): Code => op(0x50, a, b);
  const rotl = (a: Code, n: number): Code => or(shift(shl, a, n), shift(shr, a, bits - n));
  return {
    type: 0x7b,
    addOp: simd(add),
    wrap: (value) => BigInt.asUintN(bits, value),
    constant,
    get,
    set,
    load: (offset) => [...i32(offset), ...simd(0x00), 4, 0],
    store: (offset, value) => [...i32(offset), ...value, ...simd(0x0b), 4, 0],
    add: (a, b) => op(add, a, b),
    and: (a, b) => op(0x4e, a, b),
    or,
    xor: (a, b) => op(0x51, a, b),
    shr: (a, n) => shift(shr, a, n),
    rotl,
    rotr: (a, n) => rotl(a, bits - n),
  };
}

export const laneCode = (bits: 32 | 64, lanes: 1 | 2 | 4): LaneCode =>
  lanes === 1 ? scalar(bits) : vector(bits);

interface ModuleParts {
  readonly lane: LaneCode;
  /** Number of locals of the lane's type besides local 0, the i32 counter. */
  readonly locals: number;
  readonly before: Code;
  readonly loop: Code;
  readonly after: Code;
}

const magicAndVersion: Code = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const loopStart: Code = [0x03, 0x40];
const countDownAndRepeat: Code = [...get(0), ...i32(1), 0x6b, ...tee(0), 0x0d, 0, 0x0b];

/** iterate(steps: i32): before; loop until steps is 0; after. `steps` must be at least 1. */
export function moduleOf({ lane, locals, before, loop, after }: ModuleParts) {
  const text = (name: string): Code => [name.length, ...Buffer.from(name)];
  const section = (id: number, body: Code): Code => [id, ...unsigned(body.length), ...body];
  const body: Code = [
    1,
    ...unsigned(locals),
    lane.type,
    ...before,
    ...loopStart,
    ...loop,
    ...countDownAndRepeat,
    ...after,
    0x0b,
  ];
  return Uint8Array.from([
    ...magicAndVersion,
    ...section(1, [1, 0x60, 1, 0x7f, 0]),
    ...section(2, [1, ...text('env'), ...text('memory'), 2, 1, 1, 1]),
    ...section(3, [1, 0]),
    ...section(7, [1, ...text('iterate'), 0, 0]),
    ...section(10, [1, ...unsigned(body.length), ...body]),
  ]);
}
