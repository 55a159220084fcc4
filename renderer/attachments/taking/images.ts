import { useEffect, useState } from 'react';
import type { ImageType } from '../../../common/texts/file-kind.ts';
import { isUnpackableImage } from '../../../common/texts/image-structure.ts';
import type { StoredFile } from '../../../preload/contract/chat/attachments.ts';
import { AppError, type AppErrorData } from '../../../preload/contract/errors.ts';
import type { Client } from '../../client/index.ts';
import { toProblem, useClient } from '../../kit/index.ts';
import type { ForeignImage } from './foreign-image.ts';
import { withoutMetadata } from './metadata.ts';
import { download } from './transfer.ts';

/** Maximum cached images; revoking an address does not remove the picture from the screen. */
const most = 80;
const addresses = new WeakMap<Client, Map<string, Promise<string>>>();

function addressOf(
  client: Client,
  { hash, type }: Pick<StoredFile, 'hash' | 'type'>,
  name: string,
) {
  const known = addresses.get(client) ?? new Map<string, Promise<string>>();
  addresses.set(client, known);
  const address =
    known.get(hash) ??
    download(client, hash, name).then((bytes) => URL.createObjectURL(new Blob([bytes], { type })));
  known.delete(hash);
  known.set(hash, address);
  address.catch(() => known.delete(hash));
  const [oldest] = known.keys();
  if (known.size > most && oldest !== undefined) {
    known.get(oldest)?.then(URL.revokeObjectURL, () => undefined);
    known.delete(oldest);
  }
  return address;
}

/** Returns a `blob:` address of a stored image once it is loaded. */
export function useImage(
  file: Pick<StoredFile, 'hash' | 'type'>,
  name: string,
): {
  readonly address: string | null;
  readonly problem: AppErrorData | null;
} {
  const client = useClient();
  const { hash, type } = file;
  const [shown, setShown] = useState<{ hash: string; address: string } | null>(null);
  const [problem, setProblem] = useState<AppErrorData | null>(null);
  useEffect(() => {
    let gone = false;
    addressOf(client, { hash, type }, name).then(
      (address) => {
        if (!gone) setShown({ hash, address });
      },
      (error: unknown) => {
        if (!gone) setProblem(toProblem(error));
      },
    );
    return () => {
      gone = true;
    };
  }, [client, hash, type, name]);
  return { address: shown?.hash === hash ? shown.address : null, problem };
}

/** The longest side, in pixels, that models commonly accept; they shrink larger images themselves. */
export const usualSide = 1568;

/**
 * Redraws an image, its longest side at most `side` pixels, without EXIF (place, camera). Photographs become JPEG;
 * images with transparency PNG or WebP, whichever is smaller.
 * @throws AppError `image-unreadable`
 */
export async function redrawn(
  bytes: Uint8Array<ArrayBuffer>,
  type: StoredFile['type'] | ForeignImage['type'],
  side: number,
  name: string,
  quality = 0.85,
): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const bitmap = await createImageBitmap(new Blob([bytes], { type }));
    const share = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    const width = Math.max(1, Math.round(bitmap.width * share));
    const height = Math.max(1, Math.round(bitmap.height * share));
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    bitmap.close();
    const forms =
      type === 'image/jpeg'
        ? [{ type: 'image/jpeg', quality }]
        : [{ type: 'image/png' }, { type: 'image/webp', quality: 0.9 }];
    const blobs = await Promise.all(forms.map((form) => canvas.convertToBlob(form)));
    const [smallest] = blobs.sort((a, b) => a.size - b.size);
    if (smallest === undefined) throw new Error('no image');
    return new Uint8Array(await smallest.arrayBuffer());
  } catch (cause) {
    throw new AppError('image-unreadable', { details: { name }, cause });
  }
}

/** Longest side, in pixels, for automatic redrawing: the limit that encoders of all formats accept. */
const longestDrawn = 8_192;

/**
 * Returns an image without its metadata (place, time, camera). Its pixels stay as they are, except for an image that
 * EXIF rotates, or whose structure does not match its type: that is redrawn.
 * @throws AppError `image-unreadable`
 */
export async function bareImage(
  bytes: Uint8Array<ArrayBuffer>,
  type: ImageType,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const bare = withoutMetadata(bytes, type);
  if (bare?.bytes.length === bytes.length) return bytes;
  if (bare?.orientation === 1) return bare.bytes;
  return redrawn(bytes, type, longestDrawn, name, 0.92);
}

/**
 * Converts an image to a format that models accept. Incomplete images, and ones that would unpack without end, are not
 * drawn.
 * @throws AppError `image-unreadable`, `image-form` if the browser does not know the format
 */
export async function redrawnForeign(
  bytes: Uint8Array<ArrayBuffer>,
  image: ForeignImage,
  name: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const isSized = image.width > 0 && image.height > 0;
  if (!isSized || !image.whole || !isUnpackableImage(image)) {
    throw new AppError('image-unreadable', { details: { name } });
  }
  try {
    return await redrawn(bytes, image.type, longestDrawn, name);
  } catch (cause) {
    // some browsers decode it through the system; elsewhere the file is not at fault
    if (image.form !== 'HEIC') throw cause;
    throw new AppError('image-form', { details: { name, form: image.form }, cause });
  }
}
