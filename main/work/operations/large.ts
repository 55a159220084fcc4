import { setImmediate as breathe } from 'node:timers/promises';
import { JsonError, maxForeignDepth, parseForeign } from '../../../common/texts/json.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Json } from '../../../preload/contract/shapes.ts';
import type { ApiAnswer } from './types.ts';
import { notJson, parseBody } from './values.ts';

/** Bytes up to which an answer is parsed at once, and of which a longer one is read before main answers others. */
const stretch = 256 * 1024;
/** Bytes of items that are parsed at once, if they are not larger themselves. */
const together = 64 * 1024;
/** Bytes of one item, and of all that is around the lists, at most. */
const largestPart = 2 * 1024 * 1024;
const mostItems = 1_000_000;

/**
 * Parses an answer that may list thousands of records: some at a time, and main answers others meanwhile.
 * @throws AppError as `parseBody`; `answer-too-large` where one record, or what is around the lists, is as long as a list
 */
export async function parseLists(answer: ApiAnswer): Promise<Json> {
  const { length } = answer.body;
  if (length <= stretch) return parseBody(answer);
  const reading = readLists(answer);
  try {
    for (let at = 0; at < length; at += stretch) {
      reading.read(at, Math.min(length, at + stretch));
      await breathe();
    }
    return reading.end();
  } catch (cause) {
    throw cause instanceof JsonError ? notJson(answer, cause) : cause;
  }
}

const [quote, comma, backslash] = [0x22, 0x2c, 0x5c];

/**
 * Takes the items of each list that is the answer itself, or a field of it, out of the text; numbers of what was parsed
 * together stay instead. Each byte is parsed once, among items or around them: what is no JSON does not become any.
 */
function readLists({ body, url }: ApiAnswer) {
  const parsed: Json[][] = [];
  const around: Uint8Array[] = [];
  let aroundSize = 0;
  let count = 0;
  let depth = 0;
  /** Depth of the list that is being read; 0: none is. */
  let listDepth = 0;
  let isFirst = true;
  let inString = false;
  let escaped = false;
  /** Where the items that wait, or what is around the lists, begin. */
  let from = 0;

  const tooLarge = (): AppError =>
    new AppError('answer-too-large', { details: { host: new URL(url).host } });
  const keepAround = (bytes: Uint8Array): void => {
    aroundSize += bytes.length;
    if (aroundSize > largestPart) throw tooLarge();
    around.push(bytes);
  };
  const takeItems = (to: number, isLast: boolean): void => {
    if (to - from > largestPart) throw tooLarge();
    const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(body.subarray(from, to));
    const items = parseForeign(`[${text}]`, maxForeignDepth - listDepth + 1) as Json[];
    // a comma with nothing before or after it
    if (items.length === 0 && !(isFirst && isLast)) throw new JsonError('', null);
    count += items.length;
    if (count > mostItems) throw tooLarge();
    keepAround(Buffer.from(isFirst ? `${parsed.length}` : `,${parsed.length}`));
    parsed.push(items);
    isFirst = false;
    from = isLast ? to : to + 1;
  };
  const open = (at: number, isList: boolean): void => {
    depth += 1;
    if (!isList || listDepth > 0 || depth > 2) return;
    keepAround(body.subarray(from, at + 1));
    listDepth = depth;
    isFirst = true;
    from = at + 1;
  };
  const close = (at: number): void => {
    if (depth === listDepth && depth > 0) {
      takeItems(at, true);
      listDepth = 0;
    }
    depth -= 1;
  };

  return {
    read(begin: number, end: number): void {
      for (let at = begin; at < end; at += 1) {
        const byte = body[at];
        if (inString) {
          if (escaped) escaped = false;
          else if (byte === backslash) escaped = true;
          else if (byte === quote) inString = false;
        } else if (byte === quote) inString = true;
        else if (byte === 0x5b || byte === 0x7b) open(at, byte === 0x5b);
        else if (byte === 0x5d || byte === 0x7d) close(at);
        else if (byte === comma && depth === listDepth && depth > 0 && at - from >= together) {
          takeItems(at, false);
        }
      }
    },
    end(): Json {
      keepAround(body.subarray(from));
      const whole = parseForeign(new TextDecoder().decode(Buffer.concat(around))) as Json;
      for (const list of Array.isArray(whole) ? [whole] : Object.values(whole ?? {})) {
        if (!Array.isArray(list)) continue;
        for (const number of list.splice(0)) {
          for (const item of parsed[Number(number)] ?? []) list.push(item);
        }
      }
      return whole;
    },
  };
}
