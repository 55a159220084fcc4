/**
 * What would not be seen, or would show a text in another order than it has: control and format characters, others
 * that are drawn as nothing, and blanks that are not the usual ones.
 */
const unseen =
  /(?![\t\n\u3000 ])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** A text as it can be read in full. */
export interface DrawnText {
  readonly text: string;
  /** Number of characters that are written as their code point. */
  readonly unseen: number;
}

/** Returns a text with every unseen character written as its code point: `⟨U+202E⟩`. */
export function drawn(text: string): DrawnText {
  let count = 0;
  const written = text.replace(unseen, (one) => {
    count += 1;
    return `⟨U+${(one.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
  return { text: written, unseen: count };
}
