import { Languages, SunMoon } from 'lucide-react';
import { languages } from '../../../common/texts/language.ts';
import { type Settings, themes } from '../../../preload/contract/settings/settings.ts';
import { useT } from '../../i18n/index.ts';
import { useFollowed, useStores } from '../../kit/index.ts';
import { type Entry, markSize } from './entry.ts';

/** Entries for the themes and languages that are not selected. */
export function useSettingEntries(): Entry[] {
  const t = useT();
  const { client, settings } = useStores();
  const chosen = useFollowed((stores) => stores.settings).value;
  const change = (part: Partial<Settings>) =>
    void settings.carryOut(() => client.call('settings.update', part));
  return [
    ...themes
      .filter((theme) => theme !== chosen?.theme)
      .map((theme) => ({
        id: `setting:theme-${theme}`,
        label: t(`common.theme.${theme}`),
        note: t('common.theme.label'),
        mark: <SunMoon size={markSize} />,
        run: () => change({ theme }),
      })),
    ...(['system', ...languages] as const)
      .filter((language) => language !== chosen?.language)
      .map((language) => ({
        id: `setting:language-${language}`,
        label: t(`common.language.${language}`),
        note: t('common.language.label'),
        mark: <Languages size={markSize} />,
        run: () => change({ language }),
      })),
  ];
}
