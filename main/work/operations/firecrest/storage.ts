import { AppError } from '../../../../preload/contract/errors.ts';
import { readRefusal, refusalError } from '../../../base/network/refusal/index.ts';
import type { ApiAnswer, SendElsewhere } from '../types.ts';
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
  content: Uint8Array,
  signal?: AbortSignal,
): Promise<void> {
  const { partsUploadUrls: parts, completeUploadUrl, maxPartSize } = directivesIn(answer);
  const size = readNumber(maxPartSize);
  const complete = readText(completeUploadUrl);
  const urls = Array.isArray(parts) ? parts.flatMap((one) => readText(one) ?? []) : [];
  const fits = size !== null && size > 0 && urls.length === Math.ceil(content.byteLength / size);
  if (!fits || complete === null || urls.length > mostParts) throw wrongShape(answer, 'parts');
  const tags: string[] = [];
  for (const [at, url] of urls.entries()) {
    const body = content.subarray(at * size, (at + 1) * size);
    const told = await elsewhere({ method: 'PUT', url, body }, signal);
    requireSuccess(told);
    const { etag } = told.headers;
    if (etag === undefined) throw wrongShape(told, 'no tag');
    tags.push(`<Part><PartNumber>${at + 1}</PartNumber><ETag>${escaped(etag)}</ETag></Part>`);
  }
  const body = Buffer.from(`<CompleteMultipartUpload>${tags.join('')}</CompleteMultipartUpload>`);
  const told = await elsewhere({ method: 'POST', url: complete, body }, signal);
  requireSuccess(told);
  // S3 may begin with 200 and fail afterwards.
  if (/<Error>/.test(textOf(told).slice(0, 4096))) {
    throw refusalError(readRefusal(told), { code: 'http-status' });
  }
}

/** Takes a file from where a transfer job has put it. @throws AppError `answer-too-large` above `maxBytes` */
export async function takeWhole(
  elsewhere: SendElsewhere,
  answer: ApiAnswer,
  maxBytes: number,
  signal?: AbortSignal,
): Promise<Uint8Array> {
  const url = readText(directivesIn(answer).downloadUrl);
  if (url === null) throw wrongShape(answer, 'no address');
  const told = await elsewhere({ method: 'GET', url, maxBytes }, signal);
  requireSuccess(told);
  return told.body;
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Where nobody allowed another server. */
export const noStorage: SendElsewhere = async ({ url }) => {
  throw new AppError('storage-not-allowed', { details: { host: url.slice(0, 200) } });
};
