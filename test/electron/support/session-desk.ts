import { join } from 'node:path';
import type { Page } from 'playwright';
import { picture } from '../../support/files/pictures.ts';
import { patience } from '../../support/patience.ts';
import { type SessionSteps, sessionSteps } from '../../tour/session.ts';
import { type Language, readTexts, type Texts } from '../../tour/texts.ts';
import { type Desk, handOver, inLanguage, pictureFolder, startDesk } from './desk.ts';

/** The app in Electron with the means of a user who signs in: everything by clicks in its windows. */
export interface SessionDesk extends Desk, SessionSteps {
  readonly t: Texts;
  /** Presses "Sign in" on the open sheet and gives the window with the provider's pages. */
  openProvider(): Promise<Page>;
  /** Closes the window with the provider's pages, as its user does. */
  closeProvider(): Promise<void>;
  picture(name: string, of?: Page): Promise<void>;
}

export async function openSessionDesk(options: {
  readonly folder: string;
  /** Of the pictures. */
  readonly name: string;
  readonly language?: Language;
  readonly env?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}): Promise<SessionDesk> {
  const { folder, name, language = 'en', env = {}, args = [] } = options;
  const start = inLanguage(language);
  const desk = await startDesk({
    dataFolder: join(folder, 'data'),
    args: [...start.args, ...args],
    env: { ...start.env, ...env },
  });
  const { electron, page } = desk;
  page.setDefaultTimeout(patience(20_000));
  const t = readTexts(language);
  const pictures = await pictureFolder(name);
  const steps = sessionSteps({ page, t, folder });
  return {
    ...desk,
    ...steps,
    t,
    importCertificate(file, as) {
      handOver();
      return steps.importCertificate(file, as);
    },
    async openProvider() {
      const opened = electron.waitForEvent('window');
      await steps.startSignIn();
      const provider = await opened;
      provider.setDefaultTimeout(patience(20_000));
      return provider;
    },
    closeProvider: () =>
      electron.evaluate(({ BrowserWindow }) => {
        BrowserWindow.getAllWindows()
          .find((one) => one.getParentWindow())
          ?.close();
      }),
    async picture(file, of = page) {
      await picture(of, join(pictures, `${file}.png`));
    },
  };
}
