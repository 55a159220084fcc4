import { useEffect, useState } from 'react';
import type { Section } from '../../features/settings/settings/index.ts';
import { type TextKey, useLanguage } from '../../i18n/index.ts';
import { createLateTexts } from '../../i18n/late.tsx';
import { useFail } from '../../i18n/useFail.ts';

type Name = (key: TextKey, values?: Readonly<Record<string, string>>) => string;

export interface Late {
  readonly sections: readonly Section[];
  /** Returns a text of the active language, also a late one. */
  readonly name: Name;
  /** The English names for whoever types them in another language; null in English. */
  readonly english: Name | null;
}

/** What the palette finds beyond the texts that the window has from the start; null until it is loaded. */
export function useLate(): Late | null {
  const language = useLanguage();
  const [late, setLate] = useState<Late | null>(null);
  const fail = useFail();
  useEffect(() => {
    let wanted = true;
    Promise.all([
      import('../../features/settings/settings/index.ts'),
      createLateTexts(language),
      language === 'en' ? null : createLateTexts('en'),
    ])
      .then(([{ sections }, texts, english]) => {
        if (!wanted) return;
        const name: Name = (key, values) => texts.t(key, { ...values });
        const inEnglish: Name | null = english && ((key, values) => english.t(key, { ...values }));
        setLate({ sections, name, english: inEnglish });
      })
      .catch(fail);
    return () => {
      wanted = false;
    };
  }, [language, fail]);
  return late;
}
