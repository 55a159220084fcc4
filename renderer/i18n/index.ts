import i18next, { type i18n } from 'i18next';
import type { Language } from '../../common/texts/language.ts';
import { fetchTexts } from './first.ts';
import { interpolation } from './interpolation.ts';
import { addLateErrors, hasLateErrors } from './lateErrors.ts';

export {
  chooseLanguage,
  type Language,
  languages,
} from '../../common/texts/language.ts';
export { firstLanguage, rememberLanguage } from './first.ts';
export type { FirstTextKey, TextKey } from './keys.ts';
export { addLateErrors } from './lateErrors.ts';
export { TextsProvider, type Translate, useLanguage, useT } from './provider.tsx';

/**
 * Creates the app's texts with one language loaded. The others are loaded when chosen, so that the first screen
 * contains one language only.
 */
export async function createTexts(language: Language): Promise<i18n> {
  const texts = i18next.createInstance();
  await texts.init({
    lng: language,
    fallbackLng: false,
    resources: { [language]: { translation: await fetchTexts(language) } },
    interpolation,
    returnNull: false,
  });
  document.documentElement.lang = language;
  return texts;
}

/** Switches the app to another language, loading it first. */
export async function setLanguage(texts: i18n, language: Language): Promise<void> {
  if (!texts.hasResourceBundle(language, 'translation')) {
    texts.addResourceBundle(language, 'translation', await fetchTexts(language));
  }
  if (hasLateErrors(texts)) await addLateErrors(texts, language);
  await texts.changeLanguage(language);
  document.documentElement.lang = language;
}
