import type { i18n } from 'i18next';
import type { Bridge } from '../../preload/contract/bridge.ts';
import type { Settings } from '../../preload/contract/settings/settings.ts';
import { createClient } from '../client/index.ts';
import {
  addLateErrors,
  chooseLanguage,
  createTexts,
  firstLanguage,
  type Language,
  rememberLanguage,
  setLanguage,
} from '../i18n/index.ts';
import { createStores, type Stores } from '../kit/index.ts';
import { setTheme } from '../ui/theme.ts';

function languageOf(settings: Settings | null, wishes: readonly string[]): Language {
  const chosen = settings?.language ?? 'system';
  return chooseLanguage(wishes, chosen);
}

/**
 * Opens the stores of a window, and its texts. The texts load in the last language first, so that nothing waits for
 * main's answer. A call that fails brings the sentences of its error along where the first screen does not load them.
 * @param wishes the languages of the operating system or browser, best first
 */
export function openStores(
  bridge: Bridge,
  page: Window,
  wishes: readonly string[],
): { readonly stores: Stores; readonly texts: Promise<i18n> } {
  const loaded = createTexts(firstLanguage(wishes));
  const client = createClient(bridge, async (code) => {
    const texts = await loaded;
    if (texts.exists(`errors.${code}.what`)) return;
    await addLateErrors(texts, chooseLanguage([texts.language])).catch(reportError);
  });
  const stores = createStores(client, page);
  return { stores, texts: followPreferences(stores, loaded, wishes) };
}

/** Applies the user's theme and language, and follows changes of both. */
async function followPreferences(
  { settings }: Pick<Stores, 'settings'>,
  loaded: Promise<i18n>,
  wishes: readonly string[],
): Promise<i18n> {
  const texts = await loaded;
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
