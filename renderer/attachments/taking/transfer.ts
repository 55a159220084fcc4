import { largestPiece, type StoredFile } from '../../../preload/contract/chat/attachments.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Client } from '../../client/index.ts';

/** Bytes of one piece: small enough that the window stays responsive while it is packed. */
const piece = 1024 * 1024;

/**
 * Uploads a file to main, piece by piece. @param onProgress called with the share sent, 0 to 1
 * @throws AppError as the contract's `attachments.finish`; the abort reason of `signal`
 */
export async function upload(
  client: Client,
  name: string,
  bytes: Uint8Array,
  signal: AbortSignal,
  onProgress: (share: number) => void = () => undefined,
): Promise<StoredFile> {
  const { uploadId } = await client.call('attachments.begin', { name, size: bytes.length });
  try {
    for (let at = 0; at < bytes.length; at += piece) {
      signal.throwIfAborted();
      await client.call('attachments.append', { uploadId, bytes: bytes.slice(at, at + piece) });
      onProgress(Math.min(1, (at + piece) / bytes.length));
    }
    signal.throwIfAborted();
  } catch (error) {
    await client.call('attachments.cancel', { uploadId });
    throw error;
  }
  return client.call('attachments.finish', { uploadId });
}

/** Returns a whole stored file. @param name used in the error if it is missing @throws AppError `attachment-missing` */
export async function download(
  client: Client,
  hash: string,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return await whole(client, hash);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, details, retryable } = error;
    throw new AppError(code, { details: { ...details, name }, retryable });
  }
}

async function whole(client: Client, hash: string): Promise<Uint8Array<ArrayBuffer>> {
  const first = await client.call('attachments.read', { hash, from: 0, length: largestPiece });
  const bytes = new Uint8Array(first.size);
  bytes.set(first.bytes);
  for (let at = first.bytes.length; at < first.size; ) {
    const next = await client.call('attachments.read', {
      hash,
      from: at,
      length: largestPiece,
    });
    if (next.bytes.length === 0) break;
    bytes.set(next.bytes, at);
    at += next.bytes.length;
  }
  return bytes;
}
