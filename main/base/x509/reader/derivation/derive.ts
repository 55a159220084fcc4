import { pbkdf2, scrypt } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { ignoring } from '../../../../../common/ignoring.ts';
import { hex } from '../asn1/values.ts';
import { ReaderError } from '../failures.ts';
import { type HashSpec, hasher, hasNative, hmac } from '../hashes/registry.ts';
import type { ReadContext } from './context.ts';
import { deriveTogether } from './iterate.ts';
import type { Pkcs12Derivation } from './pkcs12-kdf.ts';

export interface Pbkdf2Derivation {
  readonly kind: 'pbkdf2';
  readonly hash: HashSpec;
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly length: number;
}

/** RFC 8018, 5.1: one hash chain over password and salt, cut to length. */
export interface Pbkdf1Derivation {
  readonly kind: 'pbkdf1';
  readonly hash: HashSpec;
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly iterations: number;
  readonly length: number;
}

export interface ScryptDerivation {
  readonly kind: 'scrypt';
  readonly password: Uint8Array;
  readonly salt: Uint8Array;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  readonly length: number;
}

export type Derivation = Pkcs12Derivation | Pbkdf2Derivation | Pbkdf1Derivation | ScryptDerivation;

function cacheKey(request: Derivation): string {
  const parts = Object.entries(request).map(([name, value]) => {
    if (value instanceof Uint8Array) return `${name}=${hex(value)}`;
    return `${name}=${typeof value === 'object' ? value.name : value}`;
  });
  return parts.sort().join('&');
}

function nativePbkdf2(request: Pbkdf2Derivation, digest: string): Promise<Uint8Array> {
  const { password, salt, iterations, length } = request;
  return new Promise((resolve, reject) => {
    pbkdf2(password, salt, iterations, length, digest, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

function nativeScrypt(request: ScryptDerivation): Promise<Uint8Array> {
  const { password, salt, length, cost: N, blockSize: r, parallelization: p } = request;
  const maxmem = 128 * r * (N + p + 2) + 1024 * 1024;
  return new Promise((resolve, reject) => {
    scrypt(password, salt, length, { N, r, p, maxmem }, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** Derives keys for one reading, each only once and several at the same time; wipes them at the end. */
export class KeyDeriver {
  readonly #context: ReadContext;
  readonly #derived = new Map<string, Promise<Uint8Array>>();
  #asked = 0;
  #done = 0;

  constructor(context: ReadContext) {
    this.#context = context;
  }

  async derive(request: Derivation): Promise<Uint8Array> {
    this.prefetch([request]);
    const derived = await this.#derived.get(cacheKey(request));
    this.#context.signal?.throwIfAborted();
    if (derived === undefined) throw new Error('a derivation got lost');
    return derived;
  }

  /** Starts derivations that will be needed; PKCS#12 ones given together run side by side. */
  prefetch(requests: readonly Derivation[]): void {
    const chains: { key: string; request: Pkcs12Derivation }[] = [];
    for (const request of requests) {
      const key = cacheKey(request);
      if (this.#derived.has(key) || chains.some((chain) => chain.key === key)) continue;
      this.#count(request);
      if (request.kind === 'pkcs12') chains.push({ key, request });
      else this.#remember(key, this.#single(request));
    }
    if (chains.length === 0) return;
    const all = deriveTogether(
      chains.map(({ request }) => request),
      { afterSlice: (iterations) => this.#advance(iterations) },
    );
    chains.forEach(({ key }, index) => {
      this.#remember(
        key,
        all.then((results) => results[index] ?? new Uint8Array()),
      );
    });
  }

  async wipe(): Promise<void> {
    for (const outcome of await Promise.allSettled(this.#derived.values())) {
      if (outcome.status === 'fulfilled') outcome.value.fill(0);
    }
    this.#derived.clear();
  }

  #remember(key: string, derived: Promise<Uint8Array>): void {
    void ignoring('whoever awaits it later sees it; until then it is not unhandled', derived);
    this.#derived.set(key, derived);
  }

  #count(request: Derivation): void {
    if (request.kind === 'scrypt') return;
    const blocks =
      request.kind === 'pbkdf1' ? 1 : Math.ceil(request.length / request.hash.digestBytes);
    this.#asked += request.iterations * blocks;
    if (this.#asked > this.#context.limits.totalIterations) {
      throw new ReaderError('too-slow', { limit: this.#context.limits.totalIterations });
    }
  }

  async #advance(iterations: number): Promise<void> {
    this.#report(iterations);
    await nextTurn();
    this.#context.signal?.throwIfAborted();
  }

  #report(iterations: number): void {
    this.#done += iterations;
    const fraction = this.#asked === 0 ? 1 : Math.min(1, this.#done / this.#asked);
    this.#context.onProgress?.({ phase: 'deriving-keys', fraction });
  }

  async #single(request: Exclude<Derivation, Pkcs12Derivation>): Promise<Uint8Array> {
    this.#context.signal?.throwIfAborted();
    if (request.kind === 'scrypt') return nativeScrypt(request);
    if (request.kind === 'pbkdf1') return this.#pbkdf1(request);
    const { hash, iterations, length } = request;
    if (hash.native !== undefined && hasNative(hash)) {
      const derived = await nativePbkdf2(request, hash.native);
      this.#report(iterations * Math.ceil(length / hash.digestBytes));
      return derived;
    }
    return this.#ownPbkdf2(request);
  }

  async #pbkdf1({ hash, password, salt, iterations, length }: Pbkdf1Derivation) {
    const digestOf = hasher(hash);
    let digest = digestOf(password, salt);
    for (let i = 1; i < iterations; i++) {
      digest = digestOf(digest);
      if (i % 8192 === 0) await this.#advance(8192);
    }
    return digest.subarray(0, length);
  }

  async #ownPbkdf2({ hash, password, salt, iterations, length }: Pbkdf2Derivation) {
    const prf = hmac(hash, password);
    const output = new Uint8Array(length);
    for (let block = 1, at = 0; at < length; block++, at += hash.digestBytes) {
      const counter = new Uint8Array(4);
      new DataView(counter.buffer).setUint32(0, block);
      let u = prf(salt, counter);
      const sum = Uint8Array.from(u);
      for (let i = 1; i < iterations; i++) {
        u = prf(u);
        for (let j = 0; j < sum.length; j++) sum[j] = (sum[j] ?? 0) ^ (u[j] ?? 0);
        if (i % 256 === 0) await this.#advance(256);
      }
      output.set(sum.subarray(0, length - at), at);
    }
    return output;
  }
}
