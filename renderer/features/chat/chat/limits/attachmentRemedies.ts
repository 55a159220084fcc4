import {
  type Attachment,
  imagesOf,
  type SentImage,
} from '../../../../../preload/contract/chat/attachments.ts';
import type { MissingFile } from '../../../../../preload/contract/chat/request-check.ts';
import type { Basket } from '../../../../attachments/index.ts';
import { attachFile, download, redrawn, upload, usualSide } from '../../../../attachments/index.ts';
import type { Client } from '../../../../client/index.ts';
import type { FileRemedies } from './useRemedies.ts';

/** Returns smaller versions of images, by the hash of the larger. */
async function smaller(
  client: Client,
  attachments: readonly Attachment[],
  side: number,
  signal: AbortSignal,
): Promise<Map<string, SentImage>> {
  const found = new Map<string, SentImage>();
  for (const one of attachments) {
    if (one.mode === 'left-out') continue;
    for (const { hash, type, size } of imagesOf(one)) {
      if (found.has(hash)) continue;
      signal.throwIfAborted();
      const bytes = await redrawn(await download(client, hash, one.name), type, side, one.name);
      if (bytes.length >= size) continue;
      found.set(hash, { ...(await upload(client, one.name, bytes, signal)), page: null });
    }
  }
  return found;
}

function withSmaller(one: Attachment, images: ReadonlyMap<string, SentImage>): Attachment {
  const sent = imagesOf(one);
  if (!sent.some(({ hash }) => images.has(hash))) return one;
  return {
    ...one,
    images: sent.map((image) => ({ ...(images.get(image.hash) ?? image), page: image.page })),
  };
}

/**
 * The remedy `shrink-images`: sends smaller versions of the images of a conversation and of the draft. The attachments
 * themselves stay as they are. @returns the number of images now sent smaller
 * @throws AppError `image-unreadable`, `attachment-missing`
 */
async function shrinkImages(
  client: Client,
  conversationId: string | null,
  basket: Basket,
  { side = usualSide, signal = new AbortController().signal } = {},
): Promise<number> {
  const sent =
    conversationId === null
      ? []
      : await client.call('requests.listAttachments', { id: conversationId });
  const images = await smaller(client, [...sent, ...basket.ready()], side, signal);
  for (const { id, attachment } of basket.getState().items) {
    if (attachment === null) continue;
    const changed = withSmaller(attachment, images);
    if (changed !== attachment) basket.change(id, changed);
  }
  const replaced = sent.flatMap(imagesOf).some(({ hash }) => images.has(hash));
  if (conversationId !== null && replaced) {
    await client.call('requests.replaceImages', {
      id: conversationId,
      images: [...images].map(([from, to]) => ({ from, to })),
    });
  }
  return images.size;
}

/** The remedy `leave-out-images`, and its undo. Images of the draft are removed. */
async function leaveOutImages(
  client: Client,
  conversationId: string | null,
  basket: Basket,
  leftOut = true,
): Promise<void> {
  if (conversationId !== null) {
    await client.call('requests.setImagesLeftOut', { id: conversationId, leftOut });
    return;
  }
  for (const { id, attachment } of basket.getState().items) {
    if (attachment === null) continue;
    if (attachment.kind === 'image') basket.remove(id);
    else if (attachment.images.length > 0) basket.change(id, { ...attachment, images: [] });
  }
}

/** The remedy `leave-out-files`: messages say that the file was there, the draft loses it. */
async function leaveOutFiles(
  client: Client,
  conversationId: string | null,
  basket: Basket,
  files: readonly MissingFile[],
): Promise<void> {
  await putInPlace(client, conversationId, basket, new Map(files.map(({ hash }) => [hash, null])));
}

/**
 * The remedy `attach-again`: asks for the files and puts them in place of the missing ones; several are matched by
 * name. @returns the number of restored files
 * @throws AppError as `attachFile`
 */
async function attachAgain(
  client: Client,
  conversationId: string | null,
  basket: Basket,
  files: readonly MissingFile[],
): Promise<number> {
  const chosen = await chooseFiles();
  const found = new Map<string, Attachment>();
  for (const { hash, name } of files) {
    const same = chosen.find((file) => file.name === name.split('/').at(-1));
    const file = same ?? (files.length === 1 ? chosen[0] : undefined);
    if (file === undefined) continue;
    const { signal } = new AbortController();
    const taken = await attachFile({ file, name }, { client, signal, onProgress: () => undefined });
    found.set(hash, taken);
  }
  if (found.size > 0) await putInPlace(client, conversationId, basket, found);
  return found.size;
}

async function putInPlace(
  client: Client,
  conversationId: string | null,
  basket: Basket,
  found: ReadonlyMap<string, Attachment | null>,
): Promise<void> {
  for (const { id, attachment } of basket.getState().items) {
    const to = attachment === null ? undefined : found.get(attachment.file.hash);
    if (attachment === null || to === undefined) continue;
    if (to === null) basket.remove(id);
    else basket.change(id, { ...to, name: attachment.name });
  }
  if (conversationId === null) return;
  await client.call('requests.replaceAttachments', {
    id: conversationId,
    files: [...found].map(([from, to]) => ({ from, to })),
  });
}

/** Opens the system's dialog; no file if it was cancelled. */
function chooseFiles(): Promise<readonly File[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  return new Promise((resolve) => {
    input.addEventListener('change', () => resolve([...(input.files ?? [])]));
    input.addEventListener('cancel', () => resolve([]));
    input.click();
  });
}

/** The remedy `read-in-parts`: the model reads texts of the draft with a tool. */
function readInParts(basket: Basket): void {
  for (const { id, attachment } of basket.getState().items) {
    if (attachment !== null && attachment.mode === 'whole' && attachment.kind !== 'image') {
      basket.change(id, { ...attachment, mode: 'reference' });
    }
  }
}

/** The remedies for attachments of one conversation. */
export function fileRemedies(
  client: Client,
  conversationId: string | null,
  basket: Basket,
): FileRemedies {
  return {
    shrink: () => shrinkImages(client, conversationId, basket),
    leaveOut: () => leaveOutImages(client, conversationId, basket),
    leaveOutFiles: (files) => leaveOutFiles(client, conversationId, basket, files),
    attachAgain: (files) => attachAgain(client, conversationId, basket, files),
    readInParts: async () => readInParts(basket),
  };
}
