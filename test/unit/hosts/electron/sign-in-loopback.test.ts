import type { Session, WebContents } from 'electron';
import { expect, test } from 'vitest';
import { answerPermissions } from '../../../../main/hosts/electron/sign-in/loopback.ts';
import { recordLog } from '../../../support/worlds/world.ts';

type Request = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>;
type Check = NonNullable<Parameters<Session['setPermissionCheckHandler']>[0]>;
type Permission = Parameters<Request>[1];

const origin = 'https://login.example.org';
const page = `${origin}/realms/main/login?state=secret`;

/**
 * A session as Electron 43 and later have it: a page that requests a loopback address is checked by
 * `loopback-network`, and where the check says no, asks; the contents are null where the network itself or a worker asks.
 */
function world(answers: readonly (boolean | Error)[] = []) {
  let request: Request = () => undefined;
  let check: Check = () => true;
  const asked: string[] = [];
  const log = recordLog();
  answerPermissions(
    {
      setPermissionRequestHandler(handler) {
        request = handler ?? request;
      },
      setPermissionCheckHandler(handler) {
        check = handler ?? check;
      },
    },
    {
      origin,
      log,
      async ask(host) {
        const answer = answers[asked.push(host) - 1] ?? false;
        if (answer instanceof Error) throw answer;
        return answer;
      },
    },
  );
  const contents = null as unknown as WebContents;
  return {
    log,
    asked,
    reach: (permission: Permission, requestingUrl = page) =>
      new Promise<boolean>((resolve) => {
        const details = { requestingUrl, isMainFrame: true };
        request(contents, permission, resolve, details);
      }),
    check: (permission: Permission, from = `${origin}/`) =>
      check(null, permission, from, { isMainFrame: true, requestingUrl: from }),
  };
}

const denial = (permission: string, from: string): string =>
  `sign-in-network-denied ${JSON.stringify({ permission, from })}`;

test('a provider’s page reaches programs on this computer when the user allows it, who is asked once', async () => {
  const { reach, check, asked, log } = world([true]);
  expect(check('loopback-network')).toBe(false);
  const both = [reach('loopback-network'), reach('loopback-network')];
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(await reach('loopback-network')).toBe(true);
  expect(check('loopback-network')).toBe(true);
  expect(asked).toEqual(['login.example.org']);
  expect(log.text()).toContain('sign-in-network-allowed');
  expect(log.text()).not.toContain('secret');
});

test('who says no is not asked again, and the log says what was denied', async () => {
  const given = world([false, true]);
  expect(await given.reach('loopback-network')).toBe(false);
  expect(await given.reach('loopback-network')).toBe(false);
  expect(given.check('loopback-network')).toBe(false);
  expect(given.asked).toHaveLength(1);
  expect(given.log.text()).toBe(denial('loopback-network', origin));
});

test.each([
  ['local-network', page],
  ['local-network-access', page],
  ['loopback-network', 'https://login.example.org.evil.example/'],
  ['loopback-network', 'http://login.example.org/'],
  ['loopback-network', 'https://login.example.org:8443/'],
  ['loopback-network', ''],
] as const)('%s for %j is denied without a question, and logged', async (permission, url) => {
  const given = world([true]);
  expect(await given.reach(permission, url)).toBe(false);
  expect(given.asked).toEqual([]);
  const from = url === '' ? 'not-a-url' : new URL(url).origin;
  expect(given.log.text()).toBe(denial(permission, from));
});

test('an allowed loopback allows nothing else, and nobody else', async () => {
  const { reach, check } = world([true]);
  await reach('loopback-network');
  expect(check('local-network')).toBe(false);
  expect(check('loopback-network', 'https://elsewhere.example/')).toBe(false);
  expect(check('loopback-network', '')).toBe(false);
});

test.each(['geolocation', 'notifications', 'clipboard-read', 'hid', 'openExternal'] as const)(
  'no other permission is given: %s',
  async (permission) => {
    const { reach, check, asked } = world([true]);
    expect(await reach(permission)).toBe(false);
    expect(check(permission)).toBe(false);
    expect(asked).toEqual([]);
  },
);

test('a question that cannot be asked is a no', async () => {
  const given = world([new Error('the window is gone')]);
  expect(await given.reach('loopback-network')).toBe(false);
  expect(given.check('loopback-network')).toBe(false);
});
