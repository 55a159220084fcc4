import type { Page } from 'playwright';
import { expectAccessible } from '../support/axe.ts';
import { picture } from '../support/files/pictures.ts';
import type { Language, Texts } from './texts.ts';
import { readTexts } from './texts.ts';

/** What a tour needs of the host that it runs on. */
export interface TourPlace {
  readonly page: Page;
  readonly language: Language;
  /** A certificate file of the running demo, and its passphrase. */
  readonly certificate: () => { readonly path: string; readonly passphrase: string };
  readonly dataFolder: string;
  /** Where screenshots go, as `<name>.png`. */
  readonly screenshots: string;
  /** Does what makes the host write the PEM, and gives its text. */
  readonly savePem: (press: () => Promise<void>) => Promise<string>;
}

/** A place with the words of its language and the means to look at it. */
export interface Tour extends TourPlace {
  readonly t: Texts;
  /** Checks the screen with axe and keeps a picture of it, where pictures are asked for. */
  look(name: string): Promise<void>;
  /** Goes to a screen by the sidebar. */
  goTo(
    screen: 'machines' | 'jobs' | 'console' | 'chat' | 'clients' | 'certificates' | 'settings',
  ): Promise<void>;
}

export function startTour(place: TourPlace): Tour {
  const { page, language, screenshots } = place;
  const t = readTexts(language);
  return {
    ...place,
    t,
    async look(name) {
      await picture(page, `${screenshots}/${name}.png`);
      await expectAccessible(page, name);
    },
    async goTo(screen) {
      await page
        .getByRole('navigation', { name: t('frame.navigation') })
        .getByRole('link', { name: t(`frame.screens.${screen}`) })
        .or(
          page
            .getByRole('navigation', { name: t('frame.navigation') })
            .getByRole('button', { name: t(`frame.screens.${screen}`) }),
        )
        .first()
        .click();
      await page.getByRole('heading', { level: 1, name: t(`frame.screens.${screen}`) }).waitFor();
    },
  };
}
