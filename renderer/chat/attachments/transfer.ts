import { largestPiece, type StoredFile } from '../../../preload/contract/attachments.ts';
import type { Client } from '../../client/index.ts';

/** Bytes of one piece: small enough that the window stays quick while it is packed. */
const piece = 1024 * 1024;

/**
 * Takes a file into the app, piece by piece. @param onProgress told the share that has gone, 0 to 1
 * @throws AppError as the contract's `attachments.finish`; what `signal` was aborted with
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

/** A whole stored file. @throws AppError `attachment-missing` */
export async function download(client: Client, hash: string): Promise<Uint8Array<ArrayBuffer>> {
  const first = await client.call('attachments.read', { hash, from: 0, length: largestPiece });
  const whole = new Uint8Array(first.size);
  whole.set(first.bytes);
  for (let at = first.bytes.length; at < first.size; ) {
    const { bytes } = await client.call('attachments.read', {
      hash,
      from: at,
      length: largestPiece,
    });
    if (bytes.length === 0) break;
    whole.set(bytes, at);
    at += bytes.length;
  }
  return whole;
}
