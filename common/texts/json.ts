/** Invalid JSON. Gives the place and quotes nothing of the text: V8's own message does, and messages are logged. */
export class JsonError extends Error {
  constructor(text: string, cause: unknown) {
    const place = /at position (\d{1,12})\b/.exec(cause instanceof Error ? cause.message : '')?.[1];
    super(`not JSON${place === undefined ? '' : `, at ${place}`} of ${text.length} characters`);
    this.name = 'JsonError';
  }
}

/** Replaces a parsed value. `source` is the original text of a number, string or the like. */
type Revive = (key: string, value: unknown, source: string | undefined) => unknown;

/**
 * Parses JSON.
 * @throws JsonError
 */
export function parseJson(text: string, revive?: Revive): unknown {
  try {
    if (revive === undefined) return JSON.parse(text);
    // Newer than TypeScript's library: JSON.parse passes a value's source text.
    return JSON.parse(text, (key, value, context?: { source?: string }) =>
      revive(key, value, context?.source),
    );
  } catch (cause) {
    throw new JsonError(text, cause);
  }
}

/**
 * Maximum nesting in data from others: services have a handful of levels, and recursion over thousands ends a program.
 */
export const maxForeignDepth = 50;

/**
 * Parses JSON that somebody else wrote.
 * @throws JsonError also if it nests deeper
 */
export function parseForeign(text: string, levels = maxForeignDepth, revive?: Revive): unknown {
  if (exceedsDepth(text, levels)) throw new JsonError(text, null);
  return parseJson(text, revive);
}

/** Returns whether JSON nests lists and records deeper than so many levels; skips strings. */
export function exceedsDepth(text: string, levels: number): boolean {
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

/** Returns whether JSON has more commas, lists and records than so many; skips strings. */
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
 * Returns whether lists and records stay within a depth and a number of parts, counting shared parts each time:
 * structured clone can carry a value that contains itself, or one part a million times.
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
