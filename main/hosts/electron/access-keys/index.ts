import type { MenuItemConstructorOptions } from 'electron';

/**
 * Adds an access key for Alt to each label (Windows and Linux): the first unused letter in its menu. Labels in other
 * scripts get their English letter in brackets, as usual in Japanese: `ファイル(&F)`.
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

/** Returns the first unused of the words' first letters, else of all letters. */
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
  // not inside a product's name in a Japanese label
  const isLatin = /^[a-z]/i.test(label) && /^[ -\u024f\u2010-\u2027]*$/.test(label);
  if (isLatin && at >= 0) return `${label.slice(0, at)}&${label.slice(at)}`;
  const dots = label.endsWith('…') ? '…' : '';
  return `${label.slice(0, label.length - dots.length)}(&${key.toUpperCase()})${dots}`;
}
