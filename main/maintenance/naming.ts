/** The words of a text, whatever their case and width; what joins the parts of a name belongs to it. */
function wordsOf(text: string): string[] {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.match(/[\p{L}\p{N}]+(?:[._-][\p{L}\p{N}]+)*/gu) ?? [];
}

/** A name has at most so many words. */
const longest = 4;

/** Machines by what a text would call them. */
export interface Names<M> {
  /** The machines that a text names, each once; whole words only. */
  namedIn(text: string): M[];
}

export function createNames<M extends { readonly name: string }>(machines: readonly M[]): Names<M> {
  const byName = new Map<string, M[]>();
  for (const machine of machines) {
    const key = wordsOf(machine.name).join(' ');
    if (key === '') continue;
    const same = byName.get(key);
    if (same === undefined) byName.set(key, [machine]);
    else same.push(machine);
  }
  return {
    namedIn(text) {
      const words = wordsOf(text);
      const found = new Set<M>();
      for (let from = 0; from < words.length; from++) {
        for (let to = from + 1; to <= Math.min(words.length, from + longest); to++) {
          for (const one of byName.get(words.slice(from, to).join(' ')) ?? []) found.add(one);
        }
      }
      return [...found];
    },
  };
}
