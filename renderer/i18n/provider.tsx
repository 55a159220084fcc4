import type { i18n } from 'i18next';
import { createContext, type ReactNode, use, useMemo, useSyncExternalStore } from 'react';
import { chooseLanguage, type Language } from '../../common/texts/language.ts';
import type { TextKey } from './keys.ts';

/** Returns the text of a key in the active language, with `{{name}}` filled from `values`. */
export type Translate = (
  key: TextKey,
  values?: Readonly<Record<string, string | number | boolean>> & { readonly count?: number },
) => string;

interface Active {
  readonly t: Translate;
  readonly language: Language;
}

const Context = createContext<Active | null>(null);

interface TextsProviderProps {
  readonly i18n: i18n;
  readonly children: ReactNode;
}

/** Provides texts to the components below, and renders them again when another language is chosen. */
export function TextsProvider({ i18n, children }: TextsProviderProps) {
  const subscribe = useMemo(
    () => (changed: () => void) => {
      i18n.on('languageChanged', changed);
      return () => i18n.off('languageChanged', changed);
    },
    [i18n],
  );
  const chosen = useSyncExternalStore(subscribe, () => i18n.language);
  const active = useMemo(
    () => ({ t: translateIn(i18n, chosen), language: chooseLanguage([chosen]) }),
    [i18n, chosen],
  );
  return <Context value={active}>{children}</Context>;
}

function useActive(): Active {
  const active = use(Context);
  if (!active) throw new Error('useT needs a TextsProvider above it');
  return active;
}

/** The translate function of the active language; the component renders again when it changes. */
export function useT(): Translate {
  return useActive().t;
}

/** The active language, for the formats of numbers and times. */
export function useLanguage(): Language {
  return useActive().language;
}

/** Marks of interpolation and of references to other keys. */
const toFill = /\{\{|\$t\(/;

/**
 * Fast path for most texts, hundreds of them on one screen, which need no processing; i18next checks each for plurals,
 * contexts and interpolation.
 */
function translateIn(texts: i18n, language: string): Translate {
  const plain = new Map<TextKey, string>();
  return (key, values) => {
    if (values !== undefined) return texts.t(key, values);
    const known = plain.get(key);
    if (known !== undefined) return known;
    const found: unknown = texts.getResource(language, 'translation', key);
    const text = typeof found === 'string' && !toFill.test(found) ? found : texts.t(key);
    plain.set(key, text);
    return text;
  };
}
