import { readdirSync, readFileSync } from 'node:fs';

export type Language = 'en' | 'ja';

/** The app's own sentences, by key: the tour finds things by the words that a user sees. */
export type Texts = (key: string, values?: Readonly<Record<string, string | number>>) => string;

export function readTexts(language: Language): Texts {
  const folder = new URL(`../../renderer/i18n/${language}/`, import.meta.url);
  const areas: Record<string, unknown> = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.json'))
      .map((name) => [
        name.replace('.json', ''),
        JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as unknown,
      ]),
  );
  // Error sentences that load late have the keys of the others.
  areas.errors = { ...Object(areas.errors), ...Object(areas.lateErrors) };
  return (key, values = {}) => {
    const text = key
      .split('.')
      .reduce<unknown>((at, part) => (at as Record<string, unknown> | undefined)?.[part], areas);
    if (typeof text !== 'string') throw new Error(`no text ${key} in ${language}`);
    return text.replace(/\{\{(\w+)\}\}/g, (_all, name: string) => String(values[name] ?? ''));
  };
}
