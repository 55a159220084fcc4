import type { FileOperations } from '../types.ts';
import { isRecord, jsonOf, wrongShape } from '../values.ts';
import type { createRequests } from './requests.ts';

/**
 * Reads a piece of a text by `ops/view`: it runs at once, where a download of a large file is a job. The server decodes
 * what it sends, so a character that the piece cuts is left to the next one.
 */
export const createView =
  ({
    ask,
    sizeOf,
  }: Pick<ReturnType<typeof createRequests>, 'ask' | 'sizeOf'>): NonNullable<
    FileOperations['view']
  > =>
  async (machine, path, wanted) => {
    const size = (await sizeOf(machine, path)) ?? 0;
    const isEnd = 'last' in wanted;
    const from = isEnd ? Math.max(0, size - wanted.last) : wanted.from > size ? 0 : wanted.from;
    const length = isEnd ? size - from : Math.min(wanted.most, size - from);
    // A file that is not there: its own answer says so.
    if (length === 0 && size > 0) return { from, bytes: new Uint8Array(), size };
    const query = { offset: String(from), size: String(length) };
    const answer = await ask(machine, 'ops/view', path, undefined, { query });
    const value = jsonOf(answer);
    const text = isRecord(value) ? (value.output ?? '') : undefined;
    if (typeof text !== 'string') throw wrongShape(answer, typeof text);
    const whole = Buffer.from(text);
    if (whole.length === length) return { from, bytes: whole, size };
    const bytes = Buffer.from(withoutCut(text));
    return { from: isEnd ? from + Math.max(0, length - bytes.length) : from, bytes, size };
  };

const unreadable = '\ufffd';

/** Leaves out what stands for parts of characters at both ends. */
function withoutCut(text: string): string {
  let from = 0;
  let to = text.length;
  while (from < 3 && text[from] === unreadable) from += 1;
  while (to > from && text.length - to < 3 && text[to - 1] === unreadable) to -= 1;
  return text.slice(from, to);
}
