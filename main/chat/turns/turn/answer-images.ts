import { createHash } from 'node:crypto';
import type { Attachment, StoredFile } from '../../../../preload/contract/chat/attachments.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { keepFiles } from '../../conversations/index.ts';
import type { ResultParts } from '../../tools/index.ts';
import type { ChatContext } from '../context.ts';

const endings: Readonly<Record<StoredFile['type'], string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/webp': 'webp',
  'image/gif': 'gif',
  'application/pdf': 'pdf',
  'text/plain': 'svg',
};

/**
 * Stores an image of an answer with its conversation. If the app cannot draw it, the message mentions it.
 * @param url `data:` with the image in it @param at number of the image in the answer, from 1
 */
export async function keepImage(
  { attachments }: Pick<ChatContext, 'attachments'>,
  conversationId: string,
  url: string,
  at: number,
): Promise<Attachment> {
  const comma = url.indexOf(',');
  const isBase64 = url.slice(0, comma).toLowerCase().endsWith(';base64');
  const data = url.slice(comma + 1);
  const bytes = isBase64 ? Buffer.from(data, 'base64') : Buffer.from(decoded(data));
  const name = `image-${at}`;
  try {
    const file = await attachments.take(bytes, name);
    const isText = file.type === 'text/plain';
    const kind = isText ? 'text' : file.type === 'application/pdf' ? 'pdf' : 'image';
    const kept = { ...plain, name: `${name}.${endings[file.type]}`, kind, file } as const;
    const claimed = { ...kept, encoding: isText ? 'utf-8' : null };
    const [attachment = claimed] = await keepFiles({ attachments }, conversationId, [claimed]);
    return attachment;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const hash = createHash('sha256').update(bytes).digest('hex');
    const none = { width: null, height: null, characters: null, tokens: 0 };
    const file = { hash, type: 'image/png' as const, size: bytes.length, ...none };
    return { ...plain, name, kind: 'image', file, encoding: null, mode: 'left-out' };
  }
}

/** Stores the images of a tool's result with its conversation. One that cannot be stored is left out, which is logged. */
export async function keepResultFiles(
  { attachments, log }: Pick<ChatContext, 'attachments' | 'log'>,
  conversationId: string,
  callId: string,
  files: ResultParts['files'],
): Promise<Attachment[]> {
  const all: Attachment[] = [];
  for (const { name, bytes } of files) {
    try {
      const file = await attachments.take(bytes, name);
      const claimed = { ...plain, name, kind: 'image', file, encoding: null, callId } as const;
      all.push(...(await keepFiles({ attachments }, conversationId, [claimed])));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      log.info('chat-tool-file', { code: error.code });
    }
  }
  return all;
}

const plain = { text: null, images: [], pages: null, mode: 'whole' as const };

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // not escaped as usual in such addresses: unchanged
    return text;
  }
}
