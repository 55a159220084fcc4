import type { Readable, Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, constants as zlib } from 'node:zlib';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { StreamedAnswer } from '../../../base/network/index.ts';

/** Receives the pieces of a body as they come. */
export interface BodySink {
  push(bytes: Uint8Array): void;
  /** Nothing more is needed: the rest of the body is ignored. */
  readonly done: boolean;
  /** Timeout for the next data, ms. */
  readonly patience: number;
}

/** How a body ended: by itself, because the sink had enough, or by a timeout or a broken connection. */
export type BodyEnd =
  | { readonly kind: 'ended' | 'enough' | 'silent' }
  | { readonly kind: 'broken'; readonly cause: unknown };

/** Returns the decompressed body, whatever `Content-Encoding` says. */
function plainBody(answer: StreamedAnswer): Readable {
  const unpack = unpacker(answer.headers['content-encoding']);
  if (unpack === null) return answer.body;
  answer.body.once('error', (error) => unpack.destroy(error));
  unpack.once('close', () => answer.body.destroy());
  return answer.body.pipe(unpack);
}

function unpacker(encoding: string | undefined): Transform | null {
  switch (encoding?.trim().toLowerCase()) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip({ flush: zlib.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ flush: zlib.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ flush: zlib.BROTLI_OPERATION_FLUSH });
    default:
      return null;
  }
}

/**
 * Passes a body to a sink until either ends. Uses `data` events instead of async iteration, which costs a promise per
 * piece.
 * @throws any error of the sink; the body is destroyed then
 */
export function receiveBody(answer: StreamedAnswer, sink: BodySink): Promise<BodyEnd> {
  const body = plainBody(answer);
  // Broken before anyone listened: its events are over.
  if (body.destroyed) return Promise.resolve({ kind: 'broken', cause: body.errored });
  return new Promise((resolve, reject) => {
    let settled = false;
    let patience = sink.patience;
    const settle = (end: () => void): void => {
      if (settled) return;
      settled = true;
      clearTimeout(watchdog);
      end();
      // An abandoned body emits an error of its own; the cause was reported already.
      body.on('error', () => undefined);
      body.destroy();
    };
    const bark = (): void => settle(() => resolve({ kind: 'silent' }));
    let watchdog = setTimeout(bark, patience);

    body.on('data', (bytes: Uint8Array) => {
      if (settled) return;
      try {
        sink.push(bytes);
      } catch (error) {
        settle(() => reject(error));
        return;
      }
      if (sink.done) settle(() => resolve({ kind: 'enough' }));
      else if (sink.patience === patience) watchdog.refresh();
      else {
        patience = sink.patience;
        clearTimeout(watchdog);
        watchdog = setTimeout(bark, patience);
      }
    });
    body.once('end', () => settle(() => resolve({ kind: 'ended' })));
    body.once('error', (cause) => settle(() => resolve({ kind: 'broken', cause })));
    body.once('close', () => settle(() => resolve({ kind: 'broken', cause: null })));
  });
}

/** Reads only the start of a body. */
export async function readStart(
  answer: StreamedAnswer,
  options: { readonly bytes: number; readonly patience: number },
): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  const end = await receiveBody(answer, {
    patience: options.patience,
    get done() {
      return size >= options.bytes;
    },
    push(bytes) {
      size += bytes.length;
      pieces.push(bytes);
    },
  });
  if (end.kind === 'broken' && pieces.length === 0 && end.cause instanceof AppError)
    throw end.cause;
  return Buffer.concat(pieces);
}
