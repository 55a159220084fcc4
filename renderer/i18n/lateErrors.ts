import type { i18n } from 'i18next';
import type { Language } from '../../common/texts/language.ts';

const load: Record<Language, () => Promise<{ default: object }>> = {
  en: () => import('./en/lateErrors.json'),
  ja: () => import('./ja/lateErrors.json'),
};

/** Present in a language once its late error sentences were added. */
const marker = 'lateErrors';

export function hasLateErrors(texts: i18n): boolean {
  return texts.hasResourceBundle(texts.language, marker);
}

/** Adds the error sentences of a language that the first screen does not load. Its other texts are there already. */
export async function addLateErrors(texts: i18n, language: Language): Promise<void> {
  if (texts.hasResourceBundle(language, marker)) return;
  const { default: errors } = await load[language]();
  const first: unknown = texts.getResource(language, 'translation', 'errors');
  texts.addResourceBundle(language, 'translation', { errors: { ...Object(first), ...errors } });
  texts.addResourceBundle(language, marker, {});
}
