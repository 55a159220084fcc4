import { assemble } from './assemble.ts';
import type { Contents } from './contents.ts';
import {
  defaultLimits,
  type ReadContext,
  type ReadLimits,
  type ReadProgress,
} from './derivation/context.ts';
import { KeyDeriver } from './derivation/derive.ts';
import { ReaderError } from './failures.ts';
import { readContents } from './read-contents.ts';
import type { ReadFailure, ReadResult } from './result.ts';
import type { TlsRuntime } from './x509/tls-usability.ts';

export interface ReadOptions {
  /** Aborting rejects with the signal's reason, within some ten milliseconds. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ReadProgress) => void;
  /** The other file if key and certificate are in two files, in either order. */
  readonly secondFile?: Uint8Array;
  /** Chooses one of several pairs, by `index` of `keys`; by default the likeliest to be accepted by servers. */
  readonly keyIndex?: number;
  readonly limits?: Partial<ReadLimits>;
  /** Planned time of use, milliseconds since 1970; default now. */
  readonly now?: number;
  /** The TLS implementation that will use it; default OpenSSL's. */
  readonly runtime?: TlsRuntime;
}

const ranks = { none: 0, mac: 1, pbmac1: 2 } as const;

/** Joins the contents of two files for key and certificate; they are checked like one. */
function join(first: Contents, second: Contents | undefined): Contents {
  if (second === undefined) return first;
  return {
    format: first.format === 'pkcs12' ? 'pkcs12' : second.format,
    keys: [...first.keys, ...second.keys],
    certificates: [...first.certificates, ...second.certificates],
    failures: [...first.failures, ...second.failures],
    integrity:
      ranks[first.integrity] < ranks[second.integrity] ? first.integrity : second.integrity,
    algorithms: [...new Set([...first.algorithms, ...second.algorithms])],
    warnings: [...new Set([...first.warnings, ...second.warnings])],
  };
}

function failure(error: ReaderError, contents: Contents | undefined): ReadFailure {
  const key = contents?.keys.map((found) => found.key).find((k) => !(k instanceof ReaderError));
  return {
    outcome: error.outcome,
    details: error.details,
    certificates: contents?.certificates.length ?? null,
    keyType: key === undefined || key instanceof ReaderError ? null : key.keyType,
  };
}

async function readOnce(
  files: readonly Uint8Array[],
  passphrase: string | null,
  options: ReadOptions,
): Promise<ReadResult> {
  const context: ReadContext = {
    limits: { ...defaultLimits, ...options.limits },
    signal: options.signal,
    onProgress: options.onProgress,
  };
  const deriver = new KeyDeriver(context);
  let contents: Contents | undefined;
  try {
    context.onProgress?.({ phase: 'reading', fraction: 0 });
    for (const bytes of files) {
      context.signal?.throwIfAborted();
      const next = await readContents(bytes, { passphrase, deriver, context });
      contents = contents === undefined ? next : join(contents, next);
    }
    if (contents === undefined) throw new Error('no file to read');
    context.onProgress?.({ phase: 'matching', fraction: 0 });
    const { keyIndex, now = Date.now(), runtime = 'openssl' } = options;
    return assemble(contents, { keyIndex, now, runtime });
  } catch (error) {
    if (error instanceof ReaderError) return failure(error, contents);
    throw error;
  } finally {
    await deriver.wipe();
  }
}

/**
 * Reads a private key with its certificate and chain from a PKCS#12, PEM or DER file. `passphrase` null means that the
 * user gave none. Never throws for a file's contents; rejects only when `signal` aborts. Long key derivations run in
 * slices: run it in a worker and keep the event loop free.
 */
export async function readCertificateFile(
  bytes: Uint8Array,
  passphrase: string | null,
  options: ReadOptions = {},
): Promise<ReadResult> {
  const files = options.secondFile === undefined ? [bytes] : [bytes, options.secondFile];
  const result = await readOnce(files, passphrase, options);
  const trimmed = passphrase?.trim();
  if (result.outcome !== 'wrong-password' || trimmed === undefined || trimmed === passphrase) {
    return result;
  }
  const retry = await readOnce(files, trimmed, options);
  if (retry.outcome === 'ok') retry.privateKeyPkcs8.fill(0);
  if (retry.outcome === 'wrong-password') return result;
  return { ...result, details: { reason: 'trimmed-works' } };
}
