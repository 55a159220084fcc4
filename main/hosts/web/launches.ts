import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { tokenField } from '../../../preload/contract/handshake.ts';
import { removeEventually } from '../../base/outside/index.ts';
import type { Keys } from './keys.ts';
import { redirectPage } from './pages.ts';

/** An address for one first visit. */
export interface Launch {
  readonly url: string;
  /** A file that leads there, for starting a browser; null if none was requested. */
  readonly page: string | null;
}

/** ms; the same for the file that leads there. */
export const launchLifetime = 60_000;

const pageName = /^open-[0-9a-f]{16}\.html$/;

/** Issues addresses, and ensures that no file with a token outlives the token. */
export function createLaunches(options: {
  readonly keys: Keys;
  /** The app's page, without a fragment. */
  readonly address: string;
  /** Folder of the files; null: none are written. */
  readonly dataFolder: string | null;
  readonly lifetime?: number;
}) {
  const { keys, address, dataFolder, lifetime = launchLifetime } = options;
  // Left by a killed process; its tokens are gone with it.
  const left = dataFolder === null ? [] : readdirSync(dataFolder);
  for (const name of left) if (pageName.test(name)) removeEventually(join(dataFolder ?? '', name));

  return {
    async issue({ withPage }: { readonly withPage: boolean }): Promise<Launch> {
      const name = `open-${randomBytes(8).toString('hex')}.html`;
      const page = withPage && dataFolder !== null ? join(dataFolder, name) : null;
      let over = false;
      const remove = (): void => {
        over = true;
        if (page !== null) removeEventually(page);
      };
      const url = `${address}#${tokenField}=${keys.launch(lifetime, remove)}`;
      if (page !== null) {
        await writeFile(page, redirectPage(url), { mode: 0o600, flag: 'wx' });
        if (over) remove();
      }
      return { url, page };
    },
  };
}
