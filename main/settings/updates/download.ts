import { createHash } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Network } from '../../base/network/index.ts';
import type { Feed } from './feed.ts';
import { descriptionFile, type ReleaseDescription, readDescription, readSums } from './release.ts';

export type FeedNetwork = Pick<Network, 'request' | 'stream'>;

/** A feed's signed list with the hashes of its files. */
export interface SignedList {
  readonly described: ReleaseDescription;
  readonly sums: ReadonlyMap<string, string>;
}

/** Maximum bytes of a list, a signature or a description. */
const largest = 512 * 1024;

/**
 * Downloads the list with its signature, and the description in it: nothing else.
 * @throws AppError `update-not-read`, `update-signature`, and those of the network
 */
export async function fetchList(
  network: FeedNetwork,
  feed: Feed,
  signal: AbortSignal,
): Promise<SignedList> {
  const fetchOne = async (name: string): Promise<Uint8Array> => {
    const { status, body } = await network.request({
      url: `${feed.folder}${name}`,
      maxBytes: largest,
      signal,
    });
    if (status !== 200) throw new AppError('update-not-read', { details: { name, status } });
    return body;
  };
  const [list, signature, pem] = [
    await fetchOne('SHA256SUMS'),
    await fetchOne('SHA256SUMS.sig'),
    await fetchOne('SHA256SUMS.pem'),
  ];
  const sums = readSums({ sums: list, signature, pem }, feed.key);
  return { described: readDescription(await fetchOne(descriptionFile), sums), sums };
}

/**
 * Yields a package in pieces. Only after all pieces without an error is it the signed file: checks its size with each
 * piece, its hash at the end.
 * @throws AppError `update-not-read`, `update-changed`, and those of the network
 */
export async function* fetchPackage(
  network: FeedNetwork,
  wanted: {
    readonly folder: string;
    readonly name: string;
    /** Bytes, as signed. */
    readonly size: number;
    /** SHA-256, lower-case hex. */
    readonly hash: string | undefined;
  },
): AsyncGenerator<Buffer, void, undefined> {
  const { folder, name, size } = wanted;
  const changed = (): AppError => new AppError('update-changed', { details: { name } });
  const hash = createHash('sha256');
  const { status, body } = await network.stream({ url: `${folder}${name}` });
  if (status !== 200) {
    body.destroy();
    throw new AppError('update-not-read', { details: { name, status } });
  }
  let left = size;
  for await (const part of body as AsyncIterable<Buffer>) {
    left -= part.byteLength;
    if (left < 0) throw changed();
    hash.update(part);
    yield part;
  }
  if (hash.digest('hex') !== wanted.hash) throw changed();
}
