import { chooseLanguage, type Language, languages } from '../../common/texts/language.ts';

const memory = 'compute-desk-language';

/** Known before main has answered: the language of last time, else one of the wishes. */
export function firstLanguage(wishes: readonly string[]): Language {
  const stored = localStorage.getItem(memory);
  return languages.find((language) => language === stored) ?? chooseLanguage(wishes);
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(memory, language);
}

const load: Record<Language, () => Promise<{ texts: object }>> = {
  en: () => import('./en/index.ts'),
  ja: () => import('./ja/index.ts'),
};

/** Fetches every text of a language; the first screen carries one language only. */
export async function fetchTexts(language: Language): Promise<object> {
  return (await load[language]()).texts;
}
