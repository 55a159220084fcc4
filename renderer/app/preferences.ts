import type { i18n } from 'i18next';
import type { Settings } from '../../preload/contract/settings/settings.ts';
import {
  chooseLanguage,
  createTexts,
  firstLanguage,
  type Language,
  rememberLanguage,
  setLanguage,
} from '../i18n/index.ts';
import type { Stores } from '../kit/index.ts';
import { setTheme } from '../ui/theme.ts';

function languageOf(settings: Settings | null, wishes: readonly string[]): Language {
  const chosen = settings?.language ?? 'system';
  return chooseLanguage(wishes, chosen);
}

/**
 * Loads the texts, applies the user's theme, and follows changes of both settings. The texts load in the last language
 * first, so that nothing waits for main's answer; another language replaces it.
 * @param wishes the languages of the operating system or browser, best first
 */
export async function followPreferences(
  { settings }: Pick<Stores, 'settings'>,
  wishes: readonly string[],
): Promise<i18n> {
  const texts = await createTexts(firstLanguage(wishes));
  const apply = (now: Settings | null) => {
    if (!now) return;
    setTheme(now.theme);
    const language = languageOf(now, wishes);
    rememberLanguage(language);
    if (language !== texts.language) void setLanguage(texts, language);
  };
  settings.subscribe(({ value }, before) => {
    if (value !== before.value) apply(value);
  });
  apply(settings.getState().value);
  return texts;
}
