import { imageFacts, isPdf, readUtf8 } from '../../../common/texts/file-kind.ts';
import { estimateImageTokens, estimateTokens } from '../../../common/tokens.ts';
import { largestText, type StoredFile } from '../../../preload/contract/chat/attachments.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/**
 * Determines a file's type from its content.
 * @throws AppError `attachment-unsupported` if it is no image, PDF or UTF-8 text, `attachment-too-large` for a text
 */
export function describe(bytes: Uint8Array, hash: string, name: string): StoredFile {
  const size = bytes.length;
  const none = { width: null, height: null, characters: null, tokens: 0 };
  const image = imageFacts(bytes);
  if (image !== null) {
    const tokens = estimateImageTokens(image.width, image.height);
    return { hash, size, ...none, ...image, tokens };
  }
  if (isPdf(bytes)) return { hash, size, ...none, type: 'application/pdf' };
  if (size > largestText) {
    throw new AppError('attachment-too-large', { details: { name, size, limit: largestText } });
  }
  const text = readUtf8(bytes);
  if (text === null) throw new AppError('attachment-unsupported', { details: { name } });
  const characters = text.length;
  return { hash, size, ...none, type: 'text/plain', characters, tokens: estimateTokens(text) };
}
