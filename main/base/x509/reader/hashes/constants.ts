/**
 * The "nothing up my sleeve" numbers of SHA-2 and BLAKE2: fractional parts of square and cube roots
 * of the first primes (FIPS 180-4, 4.2 and 5.3), computed instead of copied.
 */

function firstPrimes(length: number): bigint[] {
  const primes: bigint[] = [];
  for (let n = 2n; primes.length < length; n++) {
    if (primes.every((p) => n % p !== 0n)) primes.push(n);
  }
  return primes;
}

/** floor of the degree-th root. */
function root(value: bigint, degree: bigint): bigint {
  let low = 0n;
  let high = 1n << (BigInt(value.toString(2).length) / degree + 1n);
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** degree <= value) low = middle;
    else high = middle - 1n;
  }
  return low;
}

const mask64 = (1n << 64n) - 1n;

/** The first 64 fractional bits of the square roots of the first primes, from prime number `skip`. */
export function squareRoots(length: number, skip = 0): bigint[] {
  return firstPrimes(skip + length)
    .slice(skip)
    .map((p) => root(p << 128n, 2n) & mask64);
}

/** The first 64 fractional bits of the cube roots of the first primes. */
export function cubeRoots(length: number): bigint[] {
  return firstPrimes(length).map((p) => root(p << 192n, 3n) & mask64);
}
