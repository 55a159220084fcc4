/** Takes secrets out of bytes that pass by. */
export interface PassingMask {
  /** Returns what of a piece, and of what was kept back, can be handed on. */
  push(piece: Uint8Array): Buffer;
  /** Returns what was kept back. */
  end(): Buffer;
  /** Of a text that came whole. */
  text(whole: string): string;
}

const mark = '(removed)';
const none = Buffer.alloc(0);

/**
 * Takes secrets out of bytes that pass by: a server that repeats what it was sent must not hand out the token. Only what
 * may be the start of a secret waits for the next piece.
 *
 * @param secrets in ASCII; may grow until the first piece comes
 */
export function createPassingMask(secrets: readonly string[]): PassingMask {
  let needles: readonly Buffer[] = [];
  /** The end of what came, where it may be the start of a secret. */
  let kept: Buffer = none;

  return {
    push(piece) {
      if (needles.length !== secrets.length) needles = secrets.map((one) => Buffer.from(one));
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      if (needles.length === 0) return bytes;
      const all = kept.length === 0 ? bytes : Buffer.concat([kept, bytes]);
      const parts: Buffer[] = [];
      let from = 0;
      for (let found = next(needles, all, 0); found !== null; found = next(needles, all, from)) {
        parts.push(all.subarray(from, found.at), Buffer.from(mark));
        from = found.end;
      }
      const rest = all.subarray(from);
      const end = rest.length - Math.max(...needles.map((one) => startOf(one, rest)));
      kept = rest.subarray(end);
      const passed = rest.subarray(0, end);
      return parts.length === 0 ? passed : Buffer.concat([...parts, passed]);
    },
    end: () => kept,
    text: (whole) => secrets.reduce((rest, secret) => rest.replaceAll(secret, mark), whole),
  };
}

/** Returns where the first secret stands. */
function next(needles: readonly Buffer[], bytes: Buffer, from: number) {
  let first: { readonly at: number; readonly end: number } | null = null;
  for (const one of needles) {
    const at = bytes.indexOf(one, from);
    if (at >= 0 && (first === null || at < first.at)) first = { at, end: at + one.length };
  }
  return first;
}

/** Returns how many bytes of a secret stand at the end of others. */
function startOf(secret: Buffer, bytes: Buffer): number {
  const [first = 0, second] = secret;
  const from = Math.max(0, bytes.length - secret.length + 1);
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1)) {
    const count = bytes.length - at;
    const isLikely = count === 1 || bytes[at + 1] === second;
    if (isLikely && bytes.compare(secret, 0, count, at) === 0) return count;
  }
  return 0;
}
