import { parseForeign } from '../../../../common/texts/json.ts';
import { type TokenUsage, toUsage } from './usage.ts';

/** Longest line of a stream that is looked at, and longest whole answer, bytes. */
const longest = { line: 256 * 1024, whole: 4 * 1024 * 1024 };

const field = '"usage"';

/** Reads the usage out of an answer that passes by unchanged: as an event stream, or as one JSON value. */
export function watchUsage(contentType: string | undefined) {
  const isStream = contentType?.startsWith('text/event-stream') === true;
  /** Of a stream: what came of the last line. */
  let parts: Buffer[] = [];
  let size = 0;
  let isTooLong = false;
  let usage: TokenUsage | null = null;

  const look = (json: string): void => {
    if (!json.includes(field)) return;
    try {
      const value = parseForeign(json) as { usage?: unknown } | null;
      usage = toUsage(value?.usage) ?? usage;
    } catch {
      // not JSON: the answer has no usage here
    }
  };
  /** Almost no piece has it: the others are not even decoded. */
  const lookAtLines = (bytes: Buffer): void => {
    if (!bytes.includes(field)) return;
    for (const line of bytes.toString('utf8').split('\n')) {
      if (line.startsWith('data:')) look(line.slice('data:'.length));
    }
  };
  const keep = (bytes: Buffer, most: number): void => {
    size += bytes.length;
    if (size > most) isTooLong = true;
    if (isTooLong) parts = [];
    else if (bytes.length > 0) parts.push(bytes);
  };
  const takeLines = (bytes: Buffer): void => {
    const first = bytes.indexOf('\n');
    if (first < 0) {
      keep(bytes, longest.line);
      return;
    }
    keep(bytes.subarray(0, first), longest.line);
    if (!isTooLong) lookAtLines(Buffer.concat(parts));
    const last = bytes.lastIndexOf('\n');
    if (last > first) lookAtLines(bytes.subarray(first + 1, last));
    [parts, size, isTooLong] = [[], 0, false];
    keep(bytes.subarray(last + 1), longest.line);
  };

  return {
    push(bytes: Buffer): void {
      if (isStream) takeLines(bytes);
      else keep(bytes, longest.whole);
    },
    /** Returns what was counted; null if nothing was. */
    end(): TokenUsage | null {
      if (!isStream && !isTooLong) look(Buffer.concat(parts).toString('utf8'));
      return usage;
    },
  };
}
