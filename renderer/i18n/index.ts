import i18next, { type i18n } from 'i18next';
import { useCallback } from 'react';
import { I18nextProvider, initReactI18next, useTranslation } from 'react-i18next';
import { chooseLanguage, type Language } from '../../preload/contract/language.ts';
import { fetchTexts } from './first.ts';
import type { TextKey } from './keys.ts';

export { chooseLanguage, type Language, languages } from '../../preload/contract/language.ts';
export { firstLanguage, rememberLanguage } from './first.ts';
export type { TextKey } from './keys.ts';
export { I18nextProvider as TextsProvider };

/** Gives the text of a key in the active language, with `{{name}}` filled from `values`. */
export type Translate = (
  key: TextKey,
  values?: Readonly<Record<string, string | number | boolean>> & { readonly count?: number },
) => string;

/**
 * Makes the texts of the app with one language loaded. The others are fetched when they are chosen,
 * so that the first screen carries one language only.
 */
export async function createTexts(language: Language): Promise<i18n> {
  const texts = i18next.createInstance();
  await texts.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await fetchTexts(language) } },
    interpolation: { escapeValue: false },
    returnNull: false,
    react: { useSuspense: false },
  });
  document.documentElement.lang = language;
  return texts;
}

/** Switches the app to another language, loading it first. */
export async function setLanguage(texts: i18n, language: Language): Promise<void> {
  if (!texts.hasResourceBundle(language, 'translation')) {
    texts.addResourceBundle(language, 'translation', await fetchTexts(language));
  }
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}

/** The translate function of the active language; the component renders again when it changes. */
export function useT(): Translate {
  const { t } = useTranslation();
  return useCallback((key, values) => t(key, values ?? {}), [t]);
}

/** The active language, for the formats of numbers and times. */
export function useLanguage(): Language {
  return chooseLanguage([useTranslation().i18n.language]);
}
