/** MD2 (RFC 1319): used only by `pbeWithMD2AndDES-CBC` and similar schemes of the early nineties. */

/** The substitution of RFC 1319: a shuffle of 0..255 driven by the digits of pi. */
function piSubstitution(): Uint8Array {
  const digits = piDigits(800);
  let at = 0;
  const random = (n: number): number => {
    let x = digits[at++] ?? 0;
    let y = 10;
    if (n > 10) {
      x = x * 10 + (digits[at++] ?? 0);
      y = 100;
    }
    if (n > 100) {
      x = x * 10 + (digits[at++] ?? 0);
      y = 1000;
    }
    return x < n * Math.floor(y / n) ? x % n : random(n);
  };
  const table = Uint8Array.from({ length: 256 }, (_, i) => i);
  for (let i = 2; i <= 256; i++) {
    const j = random(i);
    const swap = table[j] ?? 0;
    table[j] = table[i - 1] ?? 0;
    table[i - 1] = swap;
  }
  return table;
}

/** Decimal digits of pi, 3 first (Machin's formula). */
function piDigits(length: number): number[] {
  const unit = 10n ** BigInt(length + 10);
  const arctanInverse = (x: bigint): bigint => {
    let term = unit / x;
    let sum = term;
    for (let n = 3n, sign = -1n; term !== 0n; n += 2n, sign = -sign) {
      term /= x * x;
      sum += (sign * term) / n;
    }
    return sum;
  };
  const pi = 4n * (4n * arctanInverse(5n) - arctanInverse(239n));
  return [...pi.toString().slice(0, length)].map(Number);
}

export function md2(message: Uint8Array): Uint8Array {
  const table = piSubstitution();
  const pad = 16 - (message.length % 16);
  const padded = new Uint8Array(message.length + pad + 16).fill(pad);
  padded.set(message);
  const body = message.length + pad;
  const checksum = padded.subarray(body);
  checksum.fill(0);
  let last = 0;
  for (let at = 0; at < body; at += 16) {
    for (let i = 0; i < 16; i++) {
      last = (checksum[i] ?? 0) ^ (table[(padded[at + i] ?? 0) ^ last] ?? 0);
      checksum[i] = last;
    }
  }
  const state = new Uint8Array(48);
  for (let at = 0; at < padded.length; at += 16) {
    for (let i = 0; i < 16; i++) {
      const byte = padded[at + i] ?? 0;
      state[16 + i] = byte;
      state[32 + i] = byte ^ (state[i] ?? 0);
    }
    let t = 0;
    for (let round = 0; round < 18; round++) {
      for (let i = 0; i < 48; i++) {
        t = (state[i] ?? 0) ^ (table[t] ?? 0);
        state[i] = t;
      }
      t = (t + round) & 0xff;
    }
  }
  return state.slice(0, 16);
}
