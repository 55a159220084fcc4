import { imageFacts, isCompoundFile, isPdf, isZip } from '../../../common/texts/file-kind.ts';
import { isUnpackableImage, isWholeImage } from '../../../common/texts/image-structure.ts';
import {
  type Attachment,
  largestFile,
  largestText,
  type StoredFile,
  textOf,
} from '../../../preload/contract/chat/attachments.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Client } from '../../client/index.ts';
import { foreignImage } from './foreign-image.ts';
import { bareImage, redrawnForeign } from './images.ts';
import { decodeText } from './text.ts';
import { upload } from './transfer.ts';

/** A file chosen by the user, with its folders. */
export interface ChosenFile {
  readonly file: File;
  /** `src/main.rs`; the file name alone without a folder. */
  readonly name: string;
  /** What it is a copy of. */
  readonly source?: Attachment['source'];
}

/** The model reads texts with more tokens in parts, unless the user wants them whole. */
export const maxWholeTokens = 32_000;

interface Taking {
  readonly client: Client;
  readonly signal: AbortSignal;
  /** Whether images stay as they are, place and camera included; false if absent. */
  readonly keepsMetadata?: (() => boolean) | undefined;
  /** Progress, 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/**
 * Reads a file here, where a sandbox contains hostile bytes, and passes it to main.
 * @throws AppError `file-not-read`, `attachment-…`, `image-…`, `pdf-…`, `document-…`
 */
export async function attachFile(chosen: ChosenFile, taking: Taking): Promise<Attachment> {
  const { file, name, source } = chosen;
  if (file.size > largestFile) throw tooLarge(name, file.size, largestFile);
  const bytes = await bytesOf(file, name);
  const plain = {
    name,
    encoding: null,
    text: null,
    images: [],
    pages: null,
    mode: 'whole',
    ...(source && { source }),
  } as const;
  const send = (content: Uint8Array): Promise<StoredFile> =>
    upload(taking.client, name, content, taking.signal, taking.onProgress);
  const image = imageFacts(bytes);
  if (image !== null) {
    // the headers show whether it is incomplete or would unpack without end: it is not drawn to find out
    if (!isUnpackableImage(image) || !isWholeImage(bytes, image.type)) {
      throw new AppError('image-unreadable', { details: { name } });
    }
    const bare = taking.keepsMetadata?.() ? bytes : await bareImage(bytes, image.type, name);
    return { ...plain, images: [], kind: 'image', file: await send(bare) };
  }
  const foreign = foreignImage(bytes);
  if (foreign !== null) {
    const drawn = await redrawnForeign(bytes, foreign, name);
    return { ...plain, images: [], kind: 'image', file: await send(drawn) };
  }
  if (isCompoundFile(bytes)) throw new AppError('document-protected', { details: { name } });
  if (isZip(bytes)) {
    const { readOffice } = await import('./office/index.ts');
    const { as, text } = await readOffice(new Blob([bytes]), name, taking.signal);
    const written = new TextEncoder().encode(text);
    if (written.length > largestText) throw tooLarge(name, written.length, largestText);
    // the model reads only its text: the document itself is not stored
    return inMode({ ...plain, images: [], kind: 'text', file: await send(written), encoding: as });
  }
  if (isPdf(bytes)) {
    const { readPdf } = await import('./pdf/index.ts');
    // pdf.js detaches the buffer
    const read = await readPdf(bytes.slice(), name, taking.signal);
    const stored = await send(bytes);
    const text = read.text === '' ? null : await send(new TextEncoder().encode(read.text));
    return inMode({
      ...plain,
      images: [],
      kind: 'pdf',
      file: stored,
      text,
      pages: read.pages,
      ...(read.until !== null && { readUntil: read.until }),
    });
  }
  if (bytes.length > largestText) throw tooLarge(name, bytes.length, largestText);
  const read = decodeText(bytes);
  if (read === null) throw new AppError('attachment-unsupported', { details: { name } });
  const stored = await send(new TextEncoder().encode(read.text));
  return inMode({ ...plain, images: [], kind: 'text', file: stored, encoding: read.encoding });
}

function inMode(one: Attachment): Attachment {
  return { ...one, mode: (textOf(one)?.tokens ?? 0) > maxWholeTokens ? 'reference' : 'whole' };
}

async function bytesOf(file: File, name: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    return new Uint8Array(await file.arrayBuffer());
  } catch (cause) {
    throw new AppError('file-not-read', { details: { name }, cause });
  }
}

function tooLarge(name: string, size: number, limit: number): AppError {
  return new AppError('attachment-too-large', { details: { name, size, limit } });
}
