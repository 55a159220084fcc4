/** A text is not JSON. Says where, and no word of the text: V8's own message quotes it, and messages are logged. */
export class NotJson extends Error {
  constructor(text: string, cause: unknown) {
    const place = /at position (\d{1,12})\b/.exec(cause instanceof Error ? cause.message : '')?.[1];
    super(`not JSON${place === undefined ? '' : `, at ${place}`} of ${text.length} characters`);
    this.name = 'NotJson';
  }
}

/** What stands for a value in what was parsed. `source` is how a number, text or the like was written. */
type Revive = (key: string, value: unknown, source: string | undefined) => unknown;

/**
 * The value of a text of JSON.
 * @throws NotJson
 */
export function parseJson(text: string, revive?: Revive): unknown {
  try {
    if (revive === undefined) return JSON.parse(text);
    // Newer than TypeScript's library: JSON.parse tells how a value was written.
    return JSON.parse(text, (key, value, context?: { source?: string }) =>
      revive(key, value, context?.source),
    );
  } catch (cause) {
    throw new NotJson(text, cause);
  }
}

/** Levels of lists and records in what others send: services have a handful, and walking thousands ends a program. */
export const deepestForeign = 50;

/**
 * The value of a text of JSON that somebody else wrote.
 * @throws NotJson also where it goes deeper
 */
export function parseForeign(text: string, levels = deepestForeign, revive?: Revive): unknown {
  if (isDeeper(text, levels)) throw new NotJson(text, null);
  return parseJson(text, revive);
}

/** Whether a text of JSON goes deeper than so many levels of lists and records; strings are skipped. */
export function isDeeper(text: string, levels: number): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x5b || character === 0x7b) {
      depth += 1;
      if (depth > levels) return true;
    } else if (character === 0x5d || character === 0x7d) depth -= 1;
    else if (character === 0x22) at = endOfString(text, at);
  }
  return false;
}

/** Whether a text of JSON has more commas, lists and records than so many; strings are skipped. */
export function hasMoreParts(text: string, most: number): boolean {
  let parts = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character === 0x2c || character === 0x5b || character === 0x7b) {
      parts += 1;
      if (parts > most) return true;
    } else if (character === 0x22) at = endOfString(text, at);
  }
  return false;
}

function endOfString(text: string, start: number): number {
  let end = start;
  let escaped = true;
  while (escaped) {
    end = text.indexOf('"', end + 1);
    if (end === -1) return text.length;
    let before = end - 1;
    while (text.charCodeAt(before) === 0x5c) before -= 1;
    escaped = (end - before) % 2 === 0;
  }
  return end;
}

/**
 * Whether lists and records nest no deeper than so many levels and have no more parts than that, each counted
 * as often as it is met: what structured clone carries may hold itself, or one part a million times.
 */
export function isTreeWithin(value: unknown, levels: number, parts: number): boolean {
  let left = parts;
  const open: { readonly values: readonly unknown[]; at: number }[] = [{ values: [value], at: 0 }];
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    if (top.at === top.values.length) {
      open.pop();
      continue;
    }
    const part = top.values[top.at++];
    if (typeof part !== 'object' || part === null || ArrayBuffer.isView(part)) continue;
    if (open.length > levels) return false;
    const values: readonly unknown[] = Array.isArray(part) ? part : Object.values(part);
    left -= values.length;
    if (left < 0) return false;
    open.push({ values, at: 0 });
  }
  return true;
}
