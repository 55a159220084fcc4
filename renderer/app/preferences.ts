import type { i18n } from 'i18next';
import type { Settings } from '../../preload/contract/settings.ts';
import { chooseLanguage, createTexts, type Language, setLanguage } from '../i18n/index.ts';
import type { Stores } from '../stores/index.ts';
import { setTheme } from '../ui/theme.ts';

function languageOf(settings: Settings | null, wishes: readonly string[]): Language {
  const chosen = settings?.language ?? 'system';
  return chosen === 'system' ? chooseLanguage(wishes) : chosen;
}

/**
 * Loads the texts in the user's language, paints the user's theme, and keeps both as the settings say.
 * @param wishes the languages of the operating system or browser, best first
 */
export async function followPreferences(
  { settings }: Pick<Stores, 'settings'>,
  wishes: readonly string[],
): Promise<i18n> {
  const first = await firstSettings(settings);
  if (first) setTheme(first.theme);
  const texts = await createTexts(languageOf(first, wishes));
  const apply = (now: Settings | null) => {
    if (!now) return;
    setTheme(now.theme);
    void setLanguage(texts, languageOf(now, wishes));
  };
  settings.subscribe(({ value }, before) => {
    if (value !== before.value) apply(value);
  });
  apply(settings.getState().value);
  return texts;
}

/** The first answer; null when main cannot give one, which the app then says in a bar. */
function firstSettings(store: Stores['settings']): Promise<Settings | null> {
  return new Promise((resolve) => {
    const settle = ({ value, problem }: ReturnType<typeof store.getState>) => {
      if (value === null && problem === null) return;
      stop();
      resolve(value);
    };
    const stop = store.subscribe(settle);
    settle(store.getState());
  });
}
