import { test as base, describe, inject } from 'vitest';
import { hourInChromium } from '../e2e/support/first-hour.ts';
import { looksIn } from '../e2e/support/looks.ts';
import { hourInElectron } from '../electron/support/first-hour.ts';
import { patience } from '../support/patience.ts';
import { findNginx } from '../support/servers/nginx.ts';
import { noProxies } from '../support/servers/real-proxies.ts';
import { hourWithOwnSystem } from '../tour/own-system.ts';
import { chromiumLane } from './chromium-lane.ts';
import { connectKeycloak } from './keycloak.ts';
import { startOwnSystem } from './own-system.ts';

const keycloak = connectKeycloak(inject('keycloak'));
const lacking = inject('withoutElectron');
const nginx = (await findNginx()) !== null;
if (!nginx) console.log('skipped: the first hour with a system of one’s own (no nginx)');
if (lacking !== '') console.log(`skipped: the first hour in Electron, ${lacking}`);
const { test, chromium } = chromiumLane();
const long = { timeout: patience(240_000) };
const given = { folder: 'first-hour-own', env: noProxies };

describe.skipIf(!nginx)('the first hour with a system of one’s own', long, () => {
  test.each(looksIn('en'))('in Chromium, in $language', async (look) => {
    const system = await startOwnSystem(keycloak);
    const browser = await chromium();
    await hourWithOwnSystem(await hourInChromium({ browser, look, ...given }), system);
  });

  base.skipIf(lacking !== '').each(looksIn('ja'))('in Electron, in $language', async (look) => {
    const system = await startOwnSystem(keycloak);
    await hourWithOwnSystem(await hourInElectron({ look, ...given }), system);
  });
});
