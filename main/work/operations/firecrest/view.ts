import type { FileOperations } from '../types.ts';
import { isRecord, jsonOf, requireSuccess, wrongShape } from '../values.ts';
import type { createRequests } from './requests.ts';

/** Bytes of a block: a few more than are wanted are read, and never near what a server sends at most (5 MB). */
const smallest = 4 * 1024;
const largest = 256 * 1024;

/**
 * Reads a piece of a text by `ops/view`: it runs at once, where a download of a large file is a job. The server reads
 * whole blocks of the size that is asked for, decodes them and counts in characters from there on. So only blocks are
 * asked for, which begin at a multiple of their size, and bytes are counted here.
 */
export const createView =
  ({
    ask,
    sizeOf,
  }: Pick<ReturnType<typeof createRequests>, 'ask' | 'sizeOf'>): NonNullable<
    FileOperations['view']
  > =>
  async (machine, path, wanted, signal) => {
    const size = await sizeOf(machine, path, signal);
    const isEnd = 'last' in wanted;
    const most = isEnd ? wanted.last : wanted.most;
    // A file that is not there: the answer for its first block says so.
    const all = size ?? most;
    const from = isEnd ? Math.max(0, all - wanted.last) : wanted.from > all ? 0 : wanted.from;
    const to = isEnd ? all : Math.min(all, from + most);
    if (from === to) return { from, bytes: new Uint8Array(), size: size ?? 0 };
    const step = blockFor(to - from);
    const blocks: Block[] = [];
    for (let begin = from - (from % step); begin < to; begin += step) {
      const query = { offset: String(begin), size: String(step) };
      const answer = await ask(machine, 'ops/view', path, signal, { query });
      requireSuccess(answer);
      const value = jsonOf(answer);
      const text = isRecord(value) ? (value.output ?? '') : undefined;
      if (typeof text !== 'string') throw wrongShape(answer, typeof text);
      blocks.push(blockOf(begin, text));
    }
    const piece = pieceOf(blocks, from, to);
    return { ...piece, size: size ?? piece.from + piece.bytes.length };
  };

/** Returns the smallest block that has as many bytes. */
function blockFor(bytes: number): number {
  let block = smallest;
  while (block < bytes && block < largest) block *= 2;
  return block;
}

interface Block {
  /** Place of its first byte in the file. */
  readonly from: number;
  readonly bytes: Buffer;
}

/** What stands for a byte that could not be decoded. */
const unreadable = '\ufffd';

/** Returns a block's bytes. Where it begins within a character, the block before it has that. */
function blockOf(begin: number, text: string): Block {
  let first = 0;
  let end = text.length;
  while (begin > 0 && first < 3 && text[first] === unreadable) first += 1;
  while (end > first && text.length - end < 3 && text[end - 1] === unreadable) end -= 1;
  const own = text.slice(first, end).replaceAll(unreadable, '?');
  return { from: begin + first, bytes: Buffer.from(own) };
}

/** Returns the bytes between two places; each block may go on into the next one. */
function pieceOf(blocks: readonly Block[], from: number, to: number) {
  const begin = Math.max(from, blocks[0]?.from ?? from);
  const bytes = Buffer.alloc(to - begin, '?');
  let end = begin;
  for (const block of blocks) {
    const own = block.bytes.subarray(Math.max(0, end - block.from), Math.max(0, to - block.from));
    end = Math.max(end, block.from) + own.copy(bytes, Math.max(end, block.from) - begin);
  }
  return { from: begin, bytes: bytes.subarray(0, end - begin) };
}
