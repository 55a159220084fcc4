import { join } from 'node:path';
import { describe, inject, onTestFinished, test } from 'vitest';
import { hourInChromium } from '../e2e/support/first-hour.ts';
import { looksIn } from '../e2e/support/looks.ts';
import { removeFolder, temporaryFolder } from '../electron/support/desk.ts';
import { hourInElectron } from '../electron/support/first-hour.ts';
import { testFolder } from '../support/folder.ts';
import { findNginx } from '../support/nginx.ts';
import { patience } from '../support/patience.ts';
import { hourWithOwnSystem, hourWithSystemFile } from '../tour/own-system.ts';
import { noProxies } from './app-window.ts';
import { chromiumLane } from './chromium-lane.ts';
import { connectKeycloak } from './keycloak.ts';
import { startOwnSystem, writeSystemFile } from './own-system.ts';

const keycloak = connectKeycloak(inject('keycloak'));
const hasNginx = (await findNginx()) !== null;
if (!hasNginx) console.log('skipped: the first hour with a system of one’s own (no nginx)');
const withoutElectron = inject('withoutElectron');
const long = { timeout: patience(300_000) };

describe.skipIf(!hasNginx)(
  'the first hour with nginx, Keycloak and a service of one’s own',
  long,
  () => {
    const { test: inChromium, chromium } = chromiumLane();

    inChromium.each(looksIn('ja'))(
      'in Chromium, in $language: from a .p12 and the addresses to a connection that is mended',
      async (look) => {
        const site = await startOwnSystem(keycloak, join(testFolder(), 'site'));
        const browser = await chromium();
        const folder = 'first-hour-own';
        await hourWithOwnSystem(
          await hourInChromium({ browser, look, folder, env: noProxies }),
          site,
        );
      },
    );

    test.skipIf(withoutElectron !== '')(
      'in real Electron: from the file of a site that was opened with the app',
      async () => {
        const folder = await temporaryFolder();
        onTestFinished(() => removeFolder(folder));
        const site = await startOwnSystem(keycloak, join(testFolder(), 'site'));
        const file = await writeSystemFile(site, keycloak, folder);
        const hour = await hourInElectron({
          ...{ folder, name: 'first-hour-own', env: noProxies, args: [file] },
        });
        await hourWithSystemFile(hour, site);
      },
    );
  },
);
