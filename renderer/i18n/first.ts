import { chooseLanguage, type Language, languages } from '../../common/texts/language.ts';

const memory = 'compute-desk-language';

/** Returns the language before main has answered: the last one, else one of the wishes. */
export function firstLanguage(wishes: readonly string[]): Language {
  const stored = localStorage.getItem(memory);
  return languages.find((language) => language === stored) ?? chooseLanguage(wishes);
}

export function rememberLanguage(language: Language): void {
  localStorage.setItem(memory, language);
}

const load: Record<Language, () => Promise<{ texts: { errors: object } }>> = {
  en: () => import('./en/index.ts'),
  ja: () => import('./ja/index.ts'),
};

/** Loads all texts of a language; the first screen contains one language only. */
export async function fetchTexts(language: Language): Promise<{ errors: object }> {
  return (await load[language]()).texts;
}
