/**
 * "Hash the last digest again, n times" as WebAssembly, assembled here. A call of node:crypto costs
 * about 0.7 microseconds, eight times the hash itself; a million-iteration PKCS#12 file makes six
 * million of them. One scalar lane runs at about OpenSSL's speed, four SIMD lanes well above it.
 */
import { buildKernel, type KernelShape } from './wasm-sha.ts';

/** The part of the platform's WebAssembly that is used here; TypeScript knows it only with the DOM. */
declare const WebAssembly: {
  Memory: new (limits: { initial: number; maximum: number }) => { readonly buffer: ArrayBuffer };
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (
    module: object,
    imports: Record<string, Record<string, object>>,
  ) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** Takes one digest for each lane and returns them hashed `steps` times more. */
export type Kernel = (digests: readonly Uint8Array[], steps: number) => Uint8Array[];

const shapes: Readonly<Record<string, Omit<KernelShape, 'lanes'>>> = {
  'SHA-1': { family: 'sha1', digestBytes: 20 },
  'SHA-224': { family: 'sha256', digestBytes: 28 },
  'SHA-256': { family: 'sha256', digestBytes: 32 },
  'SHA-384': { family: 'sha512', digestBytes: 48 },
  'SHA-512': { family: 'sha512', digestBytes: 64 },
  'SHA-512/224': { family: 'sha512', digestBytes: 28, variant: 224 },
  'SHA-512/256': { family: 'sha512', digestBytes: 32, variant: 256 },
};

/** Compiled code only, no data: the same for every caller. */
const compiled = new Map<string, Kernel>();

function compile(shape: KernelShape): Kernel {
  const memory = new WebAssembly.Memory({ initial: 1, maximum: 1 });
  const module = new WebAssembly.Module(buildKernel(shape));
  const { iterate } = new WebAssembly.Instance(module, { env: { memory } }).exports;
  if (typeof iterate !== 'function') throw new Error('the kernel exports no function');
  const bytes = new Uint8Array(memory.buffer);
  const { lanes, digestBytes } = shape;
  const word = shape.family === 'sha512' ? 8 : 4;
  // Words lie interleaved, word 0 of every lane first; WebAssembly is little-endian.
  const place = (lane: number, i: number): number =>
    (Math.floor(i / word) * lanes + lane) * word + (word - 1 - (i % word));
  return (digests, steps) => {
    digests.forEach((digest, lane) => {
      for (let i = 0; i < digestBytes; i++) bytes[place(lane, i)] = digest[i] ?? 0;
    });
    iterate(steps);
    const results = digests.map((_, lane) =>
      Uint8Array.from({ length: digestBytes }, (_unused, i) => bytes[place(lane, i)] ?? 0),
    );
    bytes.fill(0, 0, lanes * 64);
    return results;
  };
}

/** Returns the fastest kernel for so many simultaneous chains; undefined if there is none. */
export function kernelFor(hashName: string, chains: number): Kernel | undefined {
  const shape = shapes[hashName];
  if (shape === undefined || typeof WebAssembly === 'undefined') return undefined;
  const wide = shape.family === 'sha512' ? 2 : 4;
  const lanes = chains === 1 ? 1 : wide;
  const key = `${hashName} ${lanes}`;
  let kernel = compiled.get(key);
  if (kernel === undefined) {
    kernel = compile({ ...shape, lanes });
    compiled.set(key, kernel);
  }
  if (chains <= lanes) return kernel;
  const narrow = kernel;
  return (digests, steps) => [
    ...narrow(digests.slice(0, lanes), steps),
    ...narrow(digests.slice(lanes), steps),
  ];
}
