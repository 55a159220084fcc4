/** Characters of JSON encoded at once. */
const piece = 64 * 1024;

/**
 * Returns the bytes of `JSON.stringify(value)` in pieces, so that a body of 32 MB is in memory once: as one text and
 * one buffer it would be there three times during encoding.
 * @param value any JSON value; undefined fields are left out
 */
export function encodeJson(value: unknown): Uint8Array[] {
  const pieces: Uint8Array[] = [];
  write(value, (text) => pieces.push(Buffer.from(text)));
  return pieces;
}

/** Returns how many bytes `encodeJson` would produce. */
export function jsonSize(value: unknown): number {
  let size = 0;
  write(value, (text) => {
    size += Buffer.byteLength(text);
  });
  return size;
}

/** Emits the JSON text of a value in pieces not much longer than `piece`. */
function write(value: unknown, emit: (text: string) => void): void {
  let waiting = '';
  const put = (text: string): void => {
    waiting += text;
    if (waiting.length < piece) return;
    emit(waiting);
    waiting = '';
  };
  const walk = (one: unknown): void => {
    if (typeof one === 'string') putString(one, put);
    else if (Array.isArray(one)) {
      put('[');
      for (let at = 0; at < one.length; at += 1) {
        if (at > 0) put(',');
        walk(one[at]);
      }
      put(']');
    } else if (typeof one === 'object' && one !== null) {
      let isFirst = true;
      put('{');
      for (const [name, field] of Object.entries(one)) {
        if (field === undefined) continue;
        put(`${isFirst ? '' : ','}${JSON.stringify(name)}:`);
        isFirst = false;
        walk(field);
      }
      put('}');
    } else put(JSON.stringify(one) ?? 'null');
  };
  walk(value);
  if (waiting !== '') emit(waiting);
}

function putString(text: string, put: (text: string) => void): void {
  if (text.length <= piece) {
    put(JSON.stringify(text));
    return;
  }
  put('"');
  for (let from = 0; from < text.length; ) {
    let end = Math.min(from + piece, text.length);
    // keeps surrogate pairs together: a lone half would be escaped
    if (end < text.length && isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    put(JSON.stringify(text.slice(from, end)).slice(1, -1));
    from = end;
  }
  put('"');
}

const isHighSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
