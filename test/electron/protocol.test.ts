import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Session } from '../../preload/contract/systems/session.ts';
import { enter } from '../support/servers/own-browser.ts';
import {
  callOf,
  type Desk,
  inLanguage,
  root,
  startDesk,
  testEnvironment,
  testSwitches,
} from './support/desk.ts';
import { sharedFolder } from './support/shared.ts';

const systemId = 'demo';
const redirectUrl = 'compute-desk://oauth/callback';
const shared = sharedFolder();
let desk: Desk;
let call: ReturnType<typeof callOf>;

beforeAll(async () => {
  desk = await startDesk({ dataFolder: shared.dataFolder, ...inLanguage('en') });
  call = callOf(desk);
  await call('systems.openDemo');
  await call('session.updateSettings', { systemId, browserRedirect: 'protocol' });
  await desk.electron.evaluate(({ shell }) => {
    shell.openExternal = async () => undefined;
  });
});
afterAll(() => desk?.electron.close());

const session = () => call<Session>('session.snapshot', { systemId });

/** The provider's refusal, as the browser brings it back. */
let answer: string;
beforeEach(async () => {
  await call('session.cancel', { systemId });
  await expect.poll(async () => (await session()).attempt).toBe(null);
  const { attempt } = await call<Session>('session.signIn', { systemId, way: 'browser' });
  const { url: address } = await enter(attempt?.authorizeUrl ?? '');
  expect(address.searchParams.get('redirect_uri')).toBe(redirectUrl);
  const said = new URLSearchParams({
    error: 'access_denied',
    state: address.searchParams.get('state') ?? '',
    iss: `${address.origin}/auth/realms/op`,
  });
  answer = `${redirectUrl}?${said}`;
});

/** What the operating system does with an address of the protocol on Linux and Windows. */
async function startAgain(...args: readonly string[]): Promise<void> {
  const second = spawn(
    inject('runtime').binary,
    [...testSwitches, root, '--data-dir', shared.dataFolder, ...args],
    { env: testEnvironment(), stdio: 'ignore' },
  );
  expect((await once(second, 'exit'))[0]).toBe(0);
}

async function expectRefused(): Promise<void> {
  await expect.poll(async () => (await session()).attempt).toBe(null);
  expect((await session()).cause.problem?.code).toBe('sign-in-refused');
}

test('a browser returns by a second start of the app', async () => {
  await startAgain(answer);
  await expectRefused();
});

test('a browser returns by the event of macOS', async () => {
  await desk.electron.evaluate(({ app }, url) => {
    app.emit('open-url', { preventDefault: () => undefined }, url);
  }, answer);
  await expectRefused();
});

test('two addresses, another one, or another state, change nothing', async () => {
  await startAgain(answer, answer);
  await startAgain(answer.replace('callback', 'elsewhere'));
  await startAgain(answer.replace('compute-desk:', 'compute-desk2:'));
  await startAgain(answer.replace('state=', 'state=x'));
  expect((await session()).attempt?.phase).toBe('waiting');
  await startAgain(answer);
  await expectRefused();
});
