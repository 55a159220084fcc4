import type { MenuItemConstructorOptions } from 'electron';

/**
 * Marks a letter of each label by which Alt chooses it (Windows and Linux): the first that is free in its menu. Labels
 * in other letters get that of their English in brackets, as is usual in Japanese: `ファイル(&F)`.
 * @param english the same menu with English labels
 */
export function withAccessKeys(
  items: readonly MenuItemConstructorOptions[],
  english: readonly MenuItemConstructorOptions[],
): MenuItemConstructorOptions[] {
  const taken = new Set<string>();
  return items.map((item, at) => {
    const { label = '', visible, submenu } = item;
    const { label: name = '', submenu: below } = english[at] ?? {};
    const inside =
      Array.isArray(submenu) && Array.isArray(below)
        ? { submenu: withAccessKeys(submenu, below) }
        : {};
    const key = label === '' || visible === false ? undefined : keyOf(name, taken);
    if (key === undefined) return { ...item, ...inside };
    taken.add(key);
    return { ...item, label: marked(label, key), ...inside };
  });
}

/** Of the first letters of the words, else of all letters, the first that is free. */
function keyOf(label: string, taken: ReadonlySet<string>): string | undefined {
  const letters = [...label.toLowerCase()];
  const first = letters.filter((_, at) => at === 0 || letters[at - 1] === ' ');
  return [...first, ...letters].find(
    (letter) => letter >= 'a' && letter <= 'z' && !taken.has(letter),
  );
}

function marked(label: string, key: string): string {
  const words = label.toLowerCase();
  const begins = words.startsWith(key) ? 0 : words.indexOf(` ${key}`) + 1;
  const at = begins > 0 || words.startsWith(key) ? begins : words.indexOf(key);
  // a product's name in a Japanese label is no place for it
  const isLatin = /^[a-z]/i.test(label) && /^[ -\u024f\u2010-\u2027]*$/.test(label);
  if (isLatin && at >= 0) return `${label.slice(0, at)}&${label.slice(at)}`;
  const dots = label.endsWith('…') ? '…' : '';
  return `${label.slice(0, label.length - dots.length)}(&${key.toUpperCase()})${dots}`;
}
