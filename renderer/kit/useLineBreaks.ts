import { useLanguage } from '../i18n/index.ts';
import { useFollowed } from './index.ts';

/**
 * Returns whether a single line ending in an answer breaks the line: by the user's setting, else if the interface is
 * Japanese.
 */
export function useLineBreaks(): boolean {
  const language = useLanguage();
  const chosen = useFollowed((stores) => stores.settings).value?.lineBreaks;
  return chosen ?? language === 'ja';
}
