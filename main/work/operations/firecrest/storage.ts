import { AppError } from '../../../../preload/contract/errors.ts';
import { readRefusal, refusalError } from '../../../base/network/refusal/index.ts';
import { contentOf } from '../streams.ts';
import type { ApiAnswer, FileContent, SendElsewhere } from '../types.ts';
import {
  isRecord,
  type JsonRecord,
  jsonOf,
  readNumber,
  readText,
  requireSuccess,
  textOf,
  wrongShape,
} from '../values.ts';

/** Parts of one upload, at most: S3 takes no more. */
const mostParts = 10_000;

/** Where a transfer puts its file between here and there, as an answer tells it. */
function directivesIn(answer: ApiAnswer): JsonRecord {
  const value = jsonOf(answer);
  const directives = isRecord(value) ? value.transferDirectives : undefined;
  if (!isRecord(directives)) throw wrongShape(answer, typeof directives);
  return directives;
}

/** Sends a file in the parts that an answer of `transfer/upload` names, and says that they are all there. */
export async function sendParts(
  elsewhere: SendElsewhere,
  answer: ApiAnswer,
  content: FileContent,
  signal?: AbortSignal,
): Promise<void> {
  const { partsUploadUrls: parts, completeUploadUrl, maxPartSize } = directivesIn(answer);
  const most = readNumber(maxPartSize);
  const complete = readText(completeUploadUrl);
  const urls = Array.isArray(parts) ? parts.flatMap((one) => readText(one) ?? []) : [];
  const fits = most !== null && most > 0 && urls.length === Math.ceil(content.size / most);
  if (!fits || complete === null || urls.length > mostParts) throw wrongShape(answer, 'parts');
  const tags: string[] = [];
  await inStretches(content, async (next) => {
    for (const [at, url] of urls.entries()) {
      const body = next(Math.min(most, content.size - at * most));
      const told = await elsewhere({ method: 'PUT', url, body }, signal);
      requireSuccess(told);
      const { etag } = told.headers;
      if (etag === undefined) throw wrongShape(told, 'no tag');
      tags.push(`<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`);
    }
  });
  const list = Buffer.from(`<CompleteMultipartUpload>${tags.join('')}</CompleteMultipartUpload>`);
  const told = await elsewhere({ method: 'POST', url: complete, body: contentOf(list) }, signal);
  requireSuccess(told);
  // S3 may begin with 200 and fail afterwards.
  if (/<Error>/.test(textOf(told).slice(0, 4096))) {
    throw refusalError(readRefusal(told), { code: 'http-status' });
  }
}

/** Hands content over in stretches, one after the other, read once; a stretch cannot be sent twice. */
async function inStretches(
  content: FileContent,
  use: (next: (size: number) => FileContent) => Promise<void>,
): Promise<void> {
  const source = content.pieces()[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  const stretch = (size: number): FileContent => ({
    size,
    async *pieces() {
      for (let left = size; left > 0; ) {
        if (rest.length === 0) {
          const { done, value } = await source.next();
          if (done === true) return;
          rest = value;
          continue;
        }
        const piece = rest.subarray(0, left);
        rest = rest.subarray(piece.length);
        left -= piece.length;
        yield piece;
      }
    },
  });
  try {
    await use(stretch);
    // It learns that its last piece was taken.
    await source.next();
  } finally {
    await source.return?.();
  }
}

/** Takes a file from where a transfer job has put it. @throws AppError `answer-too-large` above `maxBytes` */
export async function takeStored(
  elsewhere: SendElsewhere,
  answer: ApiAnswer,
  how: Omit<Parameters<SendElsewhere>[0], 'method' | 'url' | 'body'>,
  signal?: AbortSignal,
): Promise<ApiAnswer> {
  const url = readText(directivesIn(answer).downloadUrl);
  if (url === null) throw wrongShape(answer, 'no address');
  const told = await elsewhere({ method: 'GET', url, ...how }, signal);
  requireSuccess(told);
  return told;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Where nobody allowed another server. */
export const noStorage: SendElsewhere = async ({ url }) => {
  throw new AppError('storage-not-allowed', { details: { host: url.slice(0, 200) } });
};
