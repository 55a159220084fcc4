import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** All texts of one language: `clients.title` -> the text. */
export type Texts = ReadonlyMap<string, string>;

export function textsFolder(language: string): string {
  return `renderer/i18n/${language}`;
}

/** Reads renderer/i18n/<language>/<area>.json; the area is the first segment of a key. */
export async function readTexts(root: string, language: string): Promise<Texts> {
  const folder = join(root, textsFolder(language));
  const texts = new Map<string, string>();
  for (const file of (await readdir(folder)).sort()) {
    if (!file.endsWith('.json')) continue;
    const content: unknown = JSON.parse(await readFile(join(folder, file), 'utf8'));
    // error sentences that load late are `errors.<code>` as the others are
    collect(file === 'lateErrors.json' ? 'errors' : file.replace(/\.json$/, ''), content, texts);
  }
  return texts;
}

function collect(key: string, value: unknown, texts: Map<string, string>): void {
  if (typeof value === 'string') texts.set(key, value);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) collect(`${key}.${name}`, inner, texts);
  } else throw new Error(`${key} is neither a text nor a group of texts`);
}

/** `x_one` and `x_other` are selected by a count and are used as `x`. */
export function withoutPlural(key: string): string {
  return key.replace(/_(one|other)$/, '');
}

/** Returns the names in `{{name}}`, sorted. */
export function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\{\s*([^}\s,]+)[^}]*\}\}/g)].map((match) => match[1] ?? '').sort();
}
