import { isFull } from '../../support/processes/rounds.ts';
import type { Language } from '../../tour/texts.ts';

/** How a screen is looked at: each language has a theme and a size of the window of its own. */
export interface Look {
  readonly language: Language;
  readonly theme: 'light' | 'dark';
  readonly size: { readonly width: number; readonly height: number };
}

const looks: readonly Look[] = [
  { language: 'en', theme: 'light', size: { width: 1280, height: 800 } },
  { language: 'ja', theme: 'dark', size: { width: 960, height: 640 } },
];

/**
 * The looks that a test is run in: this language's, in a full run (`npm run e2e -- --full`) the other's too. The
 * tests of a file take turns; that each component is well in every look is shown by the gallery.
 */
export function looksIn(language: Language): readonly Look[] {
  return isFull ? looks : looks.filter((look) => look.language === language);
}

/** The same for a test that needs the language alone. */
export function languagesIn(language: Language): readonly Language[] {
  return looksIn(language).map((look) => look.language);
}

/** One theme after the other for the states of a screen; in a full run both for each. */
export function createThemes(): () => readonly ('light' | 'dark')[] {
  const both = ['light', 'dark'] as const;
  let at = 1;
  return () => {
    at = 1 - at;
    return isFull ? both : both.slice(at, at + 1);
  };
}
