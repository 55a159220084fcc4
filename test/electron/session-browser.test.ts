import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { enter } from '../support/servers/own-browser.ts';
import { type DemoPlace, startDemoPlace } from './support/demo-place.ts';
import { root, testEnvironment, testSwitches } from './support/desk.ts';
import { openSessionDesk, type SessionDesk } from './support/session-desk.ts';
import { sharedFolder } from './support/shared.ts';
import {
  type AddressTaker,
  openOwnBrowser,
  redirectTo,
  takeAddresses,
} from './support/system-browser.ts';

const shared = sharedFolder();
let place: DemoPlace;
let addresses: AddressTaker;
let desk: SessionDesk;

beforeAll(async () => {
  place = await startDemoPlace();
  addresses = await takeAddresses(shared.folder);
  desk = await openSessionDesk({
    folder: shared.folder,
    name: 'session-browser',
    env: addresses.env,
  });
  await desk.connect(place);
  await desk.openSheet();
});
afterAll(async () => {
  await desk?.electron.close();
  await place?.close();
});

const certificate = () =>
  place.demo.inspect.issueCertificate({ commonName: 'Hanako', purpose: 'client' });

/** What the operating system does with an address of the app's protocol on Linux and Windows. */
async function handOver(address: string): Promise<void> {
  const second = spawn(
    inject('runtime').binary,
    [...testSwitches, root, '--data-dir', shared.dataFolder, address],
    { env: testEnvironment(), stdio: 'ignore' },
  );
  expect((await once(second, 'exit'))[0]).toBe(0);
}

test('the user’s browser opens, and returns by loopback', async () => {
  await desk.enterClient(place);
  await desk.chooseWay('browser');
  await desk.startSignIn();
  await desk.says('signIn.waiting.browser');
  await desk.picture('waiting');
  const page = await openOwnBrowser(place.authUrl, await certificate());
  const address = await addresses.next();
  // All that stands in the arguments, which every user can read.
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/start\/[\w-]{43}$/);
  await page.goto(address);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText('You can close this tab').waitFor();
  expect(page.url()).not.toContain('code=');
  await desk.says('signIn.states.active');
  await desk.says('signIn.causes.signed-in');
  await desk.sheet.getByText('Hanako', { exact: true }).waitFor();
  await desk.signOut();
});

test('the user’s browser refuses, and the page says where the reason is', async () => {
  await desk.chooseWay('browser');
  await desk.startSignIn();
  const page = await openOwnBrowser(place.authUrl, await certificate());
  await page.goto(await addresses.next());
  await page.getByRole('button', { name: 'Ignore' }).click();
  await page.getByRole('heading', { name: 'Not signed in' }).waitFor();
  await desk.says('errors.sign-in-refused.what');
});

test('the address in the arguments works once: a second use ends the sign-in and says so', async () => {
  await desk.chooseWay('browser');
  await desk.startSignIn();
  const address = await addresses.next();
  const stranger = await enter(address);
  expect(stranger.url.href.startsWith(place.authUrl)).toBe(true);
  const page = await openOwnBrowser(place.authUrl, await certificate());
  await page.goto(address);
  await page.getByRole('heading', { name: 'Not signed in' }).waitFor();
  await desk.says('errors.sign-in-browser-twice.what');
});

test('the user’s browser returns by the app’s own protocol, a second start of the app', async () => {
  await desk.enterClient(place, { returnsBy: 'protocol' });
  await desk.chooseWay('browser');
  await desk.startSignIn();
  const page = await openOwnBrowser(place.authUrl, await certificate());
  await page.goto(await addresses.next());
  const back = redirectTo(page, 'compute-desk:');
  await page.getByRole('button', { name: 'Continue' }).click();
  const address = await back;
  expect(address).toMatch(/^compute-desk:\/\/oauth\/callback\?.*code=/);
  await handOver(address);
  await desk.says('signIn.states.active');

  // The address is good once: what comes again changes nothing.
  await handOver(address);
  await desk.says('signIn.states.active');
  await desk.signOut();
});
