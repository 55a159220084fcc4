import { AppError } from '../../../preload/contract/errors.ts';

/** A folder of packages, and the key that signs its list. */
export interface Feed {
  /** Ends with a slash. */
  readonly folder: string;
  /** SHA-256 of the public key (SPKI, DER), lower-case hex. */
  readonly key: string;
}

/** @throws AppError `update-feed-invalid` */
export function readFeed(address: string): Feed {
  const url = URL.canParse(address) ? new URL(address) : null;
  const key = /^#sha256=([\da-f]{64})$/i.exec(url?.hash ?? '')?.[1];
  const plain = url?.username === '' && url.password === '' && url.search === '';
  if (url?.protocol !== 'https:' || key === undefined || !plain) {
    throw new AppError('update-feed-invalid');
  }
  const folder = `${url.origin}${url.pathname}`;
  return { folder: folder.endsWith('/') ? folder : `${folder}/`, key: key.toLowerCase() };
}
