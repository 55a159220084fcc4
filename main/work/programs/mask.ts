/**
 * Takes secrets out of bytes that pass by: a server that repeats what it was sent must not hand out the token.
 *
 * @param secrets in ASCII; may grow until the first piece comes
 */
export function createMask(secrets: readonly string[]) {
  /** The end of what came, where it may be the start of a secret. */
  let kept = '';
  return {
    push(piece: Uint8Array): Buffer {
      const bytes = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
      if (secrets.length === 0) return bytes;
      const text = secrets.reduce(
        (rest, secret) => rest.replaceAll(secret, '(removed)'),
        kept + bytes.toString('latin1'),
      );
      const cut = text.length - Math.max(...secrets.map((secret) => startOf(secret, text)));
      kept = text.slice(cut);
      return Buffer.from(text.slice(0, cut), 'latin1');
    },
    /** Returns what was kept back. */
    end(): Buffer {
      return Buffer.from(kept, 'latin1');
    },
  };
}

/** Returns how many characters of a secret stand at the end of a text. */
function startOf(secret: string, text: string): number {
  for (let count = Math.min(secret.length - 1, text.length); count > 0; count -= 1) {
    if (text.endsWith(secret.slice(0, count))) return count;
  }
  return 0;
}
