/** Keccak-f[1600] (FIPS 202): SHA-3 and SHAKE for BoringSSL, which has neither. */

const mask = (1n << 64n) - 1n;
const rotl = (x: bigint, n: number): bigint =>
  n === 0 ? x : ((x << BigInt(n)) & mask) | (x >> BigInt(64 - n));

/** Round constants from the linear feedback shift register of FIPS 202, 3.2.5. */
function roundConstants(): bigint[] {
  let register = 1;
  return Array.from({ length: 24 }, () => {
    let constant = 0n;
    for (let j = 0; j < 7; j++) {
      if (register & 1) constant |= 1n << BigInt((1 << j) - 1);
      register = register & 0x80 ? ((register << 1) ^ 0x71) & 0xff : register << 1;
    }
    return constant;
  });
}

function permute(state: bigint[], constants: readonly bigint[]): void {
  for (const constant of constants) {
    const column = [0, 1, 2, 3, 4].map((x) =>
      [0, 5, 10, 15, 20].reduce((sum, y) => sum ^ (state[x + y] ?? 0n), 0n),
    );
    for (let i = 0; i < 25; i++) {
      const x = i % 5;
      state[i] =
        (state[i] ?? 0n) ^ (column[(x + 4) % 5] ?? 0n) ^ rotl(column[(x + 1) % 5] ?? 0n, 1);
    }
    let [x, y] = [1, 0];
    let carried = state[1] ?? 0n;
    for (let t = 0; t < 24; t++) {
      [x, y] = [y, (2 * x + 3 * y) % 5];
      const target = x + 5 * y;
      const next = state[target] ?? 0n;
      state[target] = rotl(carried, (((t + 1) * (t + 2)) / 2) % 64);
      carried = next;
    }
    for (let row = 0; row < 25; row += 5) {
      const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = state.slice(row, row + 5);
      state[row] = a ^ (~b & mask & c);
      state[row + 1] = b ^ (~c & mask & d);
      state[row + 2] = c ^ (~d & mask & e);
      state[row + 3] = d ^ (~e & mask & a);
      state[row + 4] = e ^ (~a & mask & b);
    }
    state[0] = (state[0] ?? 0n) ^ constant;
  }
}

/** The sponge: `rate` octets a block, `suffix` 0x06 for SHA-3 and 0x1f for SHAKE. */
export function keccak(
  message: Uint8Array,
  rate: number,
  suffix: number,
  length: number,
): Uint8Array {
  const constants = roundConstants();
  const padded = new Uint8Array((Math.floor(message.length / rate) + 1) * rate);
  padded.set(message);
  padded[message.length] = suffix;
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) ^ 0x80;
  const view = new DataView(padded.buffer);
  const state = new Array<bigint>(25).fill(0n);
  for (let at = 0; at < padded.length; at += rate) {
    for (let i = 0; i < rate / 8; i++) {
      state[i] = (state[i] ?? 0n) ^ view.getBigUint64(at + i * 8, true);
    }
    permute(state, constants);
  }
  const out = new Uint8Array(Math.ceil(length / rate) * rate);
  const outView = new DataView(out.buffer);
  for (let at = 0; at < out.length; at += rate) {
    if (at > 0) permute(state, constants);
    for (let i = 0; i < rate / 8; i++) outView.setBigUint64(at + i * 8, state[i] ?? 0n, true);
  }
  return out.slice(0, length);
}

export const shake256 = (message: Uint8Array, length: number): Uint8Array =>
  keccak(message, 136, 0x1f, length);
