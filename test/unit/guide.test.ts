import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { labelsFor } from '../../main/hosts/electron/labels.ts';

const languages = ['en', 'ja'] as const;
type Language = (typeof languages)[number];

const folder = (language: Language) => new URL(`../../guide/${language}/`, import.meta.url);
const pagesOf = (language: Language) => readdirSync(folder(language)).sort();
const read = (language: Language, page: string) =>
  readFileSync(new URL(page, folder(language)), 'utf8');

function strings(of: unknown): string[] {
  return typeof of === 'string' ? [of] : Object.values(of as object).flatMap(strings);
}

/** Whatever a button, field or heading of the app may say in a language. */
function wordsOf(language: Language): ReadonlySet<string> {
  const texts = new URL(`../../renderer/i18n/${language}/`, import.meta.url);
  const areas = readdirSync(texts).filter((name) => name.endsWith('.json'));
  const said = areas.map(
    (name) => JSON.parse(readFileSync(new URL(name, texts), 'utf8')) as unknown,
  );
  return new Set([...strings(said), ...strings(labelsFor(language, []))]);
}

/** What the guide quotes from the screens stands in bold, and nothing else does. */
const quoted = (text: string) => [...text.matchAll(/\*\*(.+?)\*\*/gs)].map(([, words]) => words);

describe.each(languages)('the guide in %s', (language) => {
  const words = wordsOf(language);

  test.each(pagesOf(language))('%s quotes the words of the screens', (page) => {
    const labels = quoted(read(language, page));
    expect(labels.length).toBeGreaterThan(2);
    expect(labels.filter((label) => label === undefined || !words.has(label))).toEqual([]);
  });

  test('has a title on each page, and links to pages that there are', () => {
    const pages = pagesOf(language);
    for (const page of pages) {
      const text = read(language, page);
      expect(text, page).toMatch(/^# \S.*\n\n/);
      const linked = [...text.matchAll(/(?<!!)\[[^\]]*\]\(([^)]*)\)/g)].map(
        ([, href]) => href ?? '',
      );
      expect(
        linked.filter((href) => !pages.includes(href)),
        page,
      ).toEqual([]);
    }
  });
});

test('a word that no screen has would be told', () => {
  expect(quoted('Press **Sign\nin** or **Connect**.')).toEqual(['Sign\nin', 'Connect']);
  expect(wordsOf('en').has('Connect')).toBe(true);
  expect(wordsOf('en').has('Connect!')).toBe(false);
});

test('both languages have the same pages, headings, lists, rows and quotes', () => {
  expect(pagesOf('ja')).toEqual(pagesOf('en'));
  const shape = (language: Language, page: string) => {
    const text = read(language, page);
    const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
    return {
      headings: count(/^#+ /gm),
      steps: count(/^\d\. /gm),
      points: count(/^ *- /gm),
      rows: count(/^\|/gm),
      links: count(/\]\(/g),
    };
  };
  for (const page of pagesOf('en')) expect(shape('ja', page), page).toEqual(shape('en', page));
});
