import { useLanguage } from '../i18n/index.ts';
import { useFollowed } from './index.ts';

/** Whether a single line ending in an answer ends the line: as the user chose, else where the interface is Japanese. */
export function useLineBreaks(): boolean {
  const language = useLanguage();
  const chosen = useFollowed((stores) => stores.settings).value?.lineBreaks;
  return chosen ?? language === 'ja';
}
