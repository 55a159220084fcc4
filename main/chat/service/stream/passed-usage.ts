import { StringDecoder } from 'node:string_decoder';
import { parseForeign } from '../../../../common/texts/json.ts';
import { type TokenUsage, toUsage } from './usage.ts';

/** Longest line of a stream that is looked at, and longest whole answer, characters. */
const longest = { line: 256 * 1024, whole: 4 * 1024 * 1024 };

/** Reads the usage out of an answer that passes by unchanged: as an event stream, or as one JSON value. */
export function watchUsage(contentType: string | undefined) {
  const isStream = contentType?.startsWith('text/event-stream') === true;
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let isTooLong = false;
  let usage: TokenUsage | null = null;

  const look = (json: string): void => {
    if (!json.includes('"usage"')) return;
    try {
      const value = parseForeign(json) as { usage?: unknown } | null;
      usage = toUsage(value?.usage) ?? usage;
    } catch {
      // not JSON: the answer has no usage here
    }
  };
  const takeLines = (text: string): void => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longest.line) rest = '';
    for (const line of lines) if (line.startsWith('data:')) look(line.slice('data:'.length));
  };

  return {
    push(bytes: Buffer): void {
      const text = decoder.write(bytes);
      if (isStream) takeLines(text);
      else if (rest.length + text.length > longest.whole) isTooLong = true;
      else rest += text;
    },
    /** Returns what was counted; null if nothing was. */
    end(): TokenUsage | null {
      if (!isStream && !isTooLong) look(rest);
      return usage;
    },
  };
}
