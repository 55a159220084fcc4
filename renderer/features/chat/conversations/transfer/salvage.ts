import { parseJson } from '../../../../../common/texts/json.ts';
import { portableFormat } from '../../../../../preload/contract/chat/portable.ts';

/** The top level of a JSON file. */
export interface Top {
  readonly list: readonly unknown[];
  /** For our own format: its version and attachments. */
  readonly own: { readonly version: unknown; readonly files: unknown } | null;
  /** Number of unreadable list elements, or whether the text is cut. */
  readonly spoilt: number;
}

/** Returns the conversations of a JSON text, also of a cut one; null if nothing can be read. */
export function topOf(text: string): Top | null {
  const value = parsed(text);
  if (value !== undefined) {
    if (isOwn(value)) {
      const { conversations, version, files } = value;
      return { list: conversations, own: { version, files }, spoilt: 0 };
    }
    return { list: Array.isArray(value) ? value : [value], own: null, spoilt: 0 };
  }
  const head = ownHead.exec(text.slice(0, 1000));
  const start = head === null ? text.search(/\S/) : head[0].length - 1;
  if (text[start] !== '[') return null;
  const { list, spoilt } = elements(text, start);
  if (list.length === 0) return null;
  return { list, spoilt, own: head === null ? null : { version: 1, files: {} } };
}

const ownHead =
  /^\s*\{\s*"format"\s*:\s*"compute-desk-conversations"\s*,\s*"version"\s*:\s*1\s*,\s*"conversations"\s*:\s*\[/;

function isOwn(
  value: unknown,
): value is { conversations: unknown[]; version?: unknown; files?: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'format' in value &&
    value.format === portableFormat &&
    'conversations' in value &&
    Array.isArray(value.conversations)
  );
}

/** Returns the complete elements of a list, each parsed separately. @param start where the list begins */
function elements(text: string, start: number): { list: unknown[]; spoilt: number } {
  const list: unknown[] = [];
  let [spoilt, depth, from, quoted] = [0, 0, start + 1, false];
  for (let at = start; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (quoted) {
      if (code === 0x5c) at += 1;
      else if (code === 0x22) quoted = false;
      continue;
    }
    if (code === 0x22) quoted = true;
    else if (code === 0x5b || code === 0x7b) depth += 1;
    else if (code === 0x5d || code === 0x7d) depth -= 1;
    if (depth > 1 || (code !== 0x2c && depth > 0)) continue;
    const value = parsed(text.slice(from, at));
    if (value === undefined) spoilt += 1;
    else list.push(value);
    from = at + 1;
    if (depth <= 0) return { list, spoilt };
  }
  return { list, spoilt: spoilt + 1 };
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    // `undefined` is not a JSON value
    return undefined;
  }
}
