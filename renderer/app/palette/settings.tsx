import { Languages, SunMoon } from 'lucide-react';
import { languages } from '../../../common/texts/language.ts';
import { type Settings, themes } from '../../../preload/contract/settings/settings.ts';
import { useT } from '../../i18n/index.ts';
import { useFollowed, useStores } from '../../kit/index.ts';
import { screens } from '../../kit/screens.ts';
import { type Entry, markSize } from './entry.ts';
import type { Late } from './useLate.ts';

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

const { icon: SettingsMark } = screens.settings;

/** The sections of the settings, found by their own names and those of their settings. */
export function useSections(late: Late | null): Entry[] {
  const { route } = useStores();
  if (late === null) return [];
  const { sections, name, english } = late;
  return (
    sections
      // updates are listed where an operator gave a folder of them; About leads there
      .filter(({ id }) => id !== 'updates')
      .map(({ id, title, names }) => {
        const keys = [title, ...names];
        return {
          id: `section:${id}`,
          label: name(title),
          words: [...keys.map((key) => name(key)), ...keys.map((key) => english?.(key))].join(' '),
          mark: <SettingsMark size={markSize} />,
          run: () => route.go({ screen: 'settings', part: id }),
        };
      })
  );
}
