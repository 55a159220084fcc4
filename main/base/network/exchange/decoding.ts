import * as zlib from 'node:zlib';
import { isElectron33 } from '../../compat.ts';

/** Reason why a body could not be decoded. */
export class DecodeFailure extends Error {
  readonly reason: 'unknown' | 'damaged' | 'too-large';
  /** As the server named it. */
  readonly encoding: string;

  constructor(reason: DecodeFailure['reason'], encoding: string) {
    super(`content encoding: ${reason}`);
    this.reason = reason;
    this.encoding = encoding.slice(0, 100);
  }
}

type Decode = (body: Uint8Array, maxBytes: number) => Promise<Uint8Array>;

/** Content codings of RFC 9110, section 8.4.1, RFC 7932 and RFC 8878; names without a meaning are sent by mistake. */
const decoders: Readonly<Record<string, Decode | null>> = {
  gzip: unlessPlain([0x1f, 0x8b], by(zlib.gunzip, {})),
  deflate: inflateEither,
  br: by(zlib.brotliDecompress, {}),
  ...(isElectron33
    ? {}
    : { zstd: unlessPlain([0x28, 0xb5, 0x2f, 0xfd], by(zlib.zstdDecompress, {})) }),
  ...Object.fromEntries(
    ['', 'identity', 'none', 'binary', '7bit', '8bit', 'utf-8', 'utf8'].map((name) => [name, null]),
  ),
};
const others: Readonly<Record<string, string>> = {
  'x-gzip': 'gzip',
  'x-deflate': 'deflate',
  brotli: 'br',
};
/** Nobody compresses more than twice. */
const mostEncodings = 4;

/**
 * Returns the body decompressed: some servers compress although `identity` was requested. Each step stays within
 * `maxBytes` and runs in a thread of the runtime.
 * @param encoding The header `Content-Encoding`, in the order of application
 * @throws DecodeFailure
 */
export async function decode(
  body: Uint8Array,
  encoding: string,
  maxBytes: number,
): Promise<Uint8Array> {
  const names = encoding.slice(0, 1000).toLowerCase().split(',');
  const steps = names.map((name) => decoderOf(name.trim())).filter((step) => step !== null);
  if (body.length === 0 || steps.length === 0) return body;
  if (steps.length > mostEncodings) throw new DecodeFailure('unknown', encoding);
  let decoded = body;
  for (const step of steps.reverse()) {
    try {
      decoded = await step(decoded, maxBytes);
    } catch (cause) {
      throw new DecodeFailure(isTooLarge(cause) ? 'too-large' : 'damaged', encoding);
    }
  }
  return decoded;
}

function decoderOf(name: string): Decode | null {
  const known = others[name] ?? name;
  const step = Object.hasOwn(decoders, known) ? decoders[known] : undefined;
  if (step === undefined) throw new DecodeFailure('unknown', name);
  return step;
}

function isTooLarge(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ERR_BUFFER_TOO_LARGE';
}

type Callback = (error: Error | null, result: Buffer) => void;

function by<Options>(
  work: (
    body: zlib.InputType,
    options: Options & { maxOutputLength: number },
    callback: Callback,
  ) => void,
  options: Options,
): Decode {
  return (body, maxOutputLength) =>
    new Promise((resolve, reject) => {
      work(body, { ...options, maxOutputLength }, (error, result) => {
        if (error === null) resolve(result);
        else reject(error);
      });
    });
}

/** A proxy may have decompressed the body and left the header. */
function unlessPlain(start: readonly number[], work: Decode): Decode {
  return async (body, maxBytes) =>
    start.every((byte, at) => body[at] === byte) ? work(body, maxBytes) : body;
}

/** Inflates with the zlib header, as specified, or without, as some servers send it. */
async function inflateEither(body: Uint8Array, maxBytes: number): Promise<Uint8Array> {
  const [first = 0, second = 0] = body;
  const mayHaveHeader = (first & 0x0f) === 8 && (first * 256 + second) % 31 === 0;
  const raw = by(zlib.inflateRaw, {});
  if (!mayHaveHeader) return raw(body, maxBytes);
  try {
    return await by(zlib.inflate, {})(body, maxBytes);
  } catch (cause) {
    if (isTooLarge(cause)) throw cause;
    return raw(body, maxBytes);
  }
}
