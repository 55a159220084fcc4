import { join } from 'node:path';
import { afterEach, beforeEach, onTestFinished } from 'vitest';
import { startWatchedPlace, type WatchedPlace } from '../../support/files/watched-place.ts';
import { type Desktop, openDesktop } from './bus/desktop.ts';
import { type Desk, inLanguage, removeFolder, startDesk, temporaryFolder } from './desk.ts';

/** What each test of a file has: a desktop, a place with machines, and an app that knows neither yet. */
export interface WatchedDesktop {
  readonly folder: string;
  readonly desktop: Desktop;
  readonly place: WatchedPlace;
  /** The app, again where it was before; killed with the test. */
  start(language?: 'en' | 'ja'): Promise<Desk>;
}

export function watchedDesktop(): WatchedDesktop {
  let folder: string;
  let desktop: Desktop;
  let place: WatchedPlace;
  beforeEach(async () => {
    folder = await temporaryFolder();
    desktop = await openDesktop();
    place = await startWatchedPlace();
  });
  afterEach(async () => {
    await desktop.close();
    await place.close();
    await removeFolder(folder);
  });
  return {
    get folder() {
      return folder;
    },
    get desktop() {
      return desktop;
    },
    get place() {
      return place;
    },
    async start(language = 'en') {
      const { args, env } = inLanguage(language);
      const desk = await startDesk({
        ...{ dataFolder: join(folder, 'data'), args },
        env: { ...env, ...desktop.env, XDG_CONFIG_HOME: join(folder, 'config') },
      });
      const main = desk.electron.process();
      onTestFinished(() => void main.kill('SIGKILL'));
      return desk;
    },
  };
}
