import i18next, { type i18n } from 'i18next';
import { type ReactNode, useEffect, useState } from 'react';
import type { Language } from '../../common/texts/language.ts';
import { fetchTexts } from './first.ts';
import { interpolation } from './interpolation.ts';
import { TextsProvider, useLanguage } from './provider.tsx';
import { useFail } from './useFail.ts';

const load: Record<Language, () => Promise<{ lateTexts: { errors: object } }>> = {
  en: () => import('./en/late.ts'),
  ja: () => import('./ja/late.ts'),
};

/** Creates all texts of a language, including those that the first screen does not need. */
export async function createLateTexts(language: Language): Promise<i18n> {
  const [first, { lateTexts }] = await Promise.all([fetchTexts(language), load[language]()]);
  const texts = i18next.createInstance();
  await texts.init({
    lng: language,
    fallbackLng: false,
    resources: {
      [language]: {
        translation: { ...first, ...lateTexts, errors: { ...first.errors, ...lateTexts.errors } },
      },
    },
    interpolation,
    returnNull: false,
  });
  return texts;
}

/** Also provides these texts to the components below. */
export function LateTexts({ children }: { readonly children: ReactNode }) {
  const language = useLanguage();
  const [texts, setTexts] = useState<i18n | null>(null);
  const fail = useFail();
  useEffect(() => {
    let wanted = true;
    createLateTexts(language)
      .then((made) => {
        if (wanted) setTexts(made);
      })
      .catch(fail);
    return () => {
      wanted = false;
    };
  }, [language, fail]);
  return texts === null ? null : <TextsProvider i18n={texts}>{children}</TextsProvider>;
}
