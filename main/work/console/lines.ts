/** Characters of a line, lines, and characters of all of them that are kept. */
const longestLine = 64 * 1024;
const mostLines = 5_000;
const mostCharacters = 8 * 1024 * 1024;

/** The last lines of a stream. */
export interface Lines {
  add(bytes: Uint8Array): void;
  /** The rest without a line break is a line too. */
  end(): void;
  /** Lines so far, those that are not kept any more included. */
  readonly count: number;
  /** Characters of the kept lines. */
  readonly size: number;
  /** Returns kept lines from a number on, and the number of the first. */
  from(number: number): { readonly from: number; readonly lines: readonly string[] };
}

export function createLines(): Lines {
  const decoder = new TextDecoder();
  const kept: string[] = [];
  let dropped = 0;
  let characters = 0;
  let open = '';

  const push = (line: string): void => {
    // Events are parted by empty lines.
    if (line === '') return;
    kept.push(line);
    characters += line.length;
    while (kept.length > mostLines || characters > mostCharacters) {
      characters -= kept.shift()?.length ?? 0;
      dropped += 1;
    }
  };
  const take = (text: string): void => {
    const [first = '', ...rest] = text.split(/\r\n|\r|\n/);
    // What is beyond is left out, however long the line goes on.
    open = (open + first).slice(0, longestLine);
    for (const line of rest) {
      push(open);
      open = line.slice(0, longestLine);
    }
  };
  return {
    add: (bytes) => take(decoder.decode(bytes, { stream: true })),
    end() {
      take(decoder.decode());
      push(open);
      open = '';
    },
    get count() {
      return dropped + kept.length;
    },
    get size() {
      return characters;
    },
    from(number) {
      const skip = Math.max(0, number - dropped);
      return { from: dropped + Math.min(skip, kept.length), lines: kept.slice(skip) };
    },
  };
}
