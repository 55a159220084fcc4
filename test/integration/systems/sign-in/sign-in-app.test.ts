import { expect, test } from 'vitest';
import type { SignInWindowOptions } from '../../../../main/base/host.ts';
import { startWholeApp } from '../../../support/processes/whole-app.ts';
import { browse } from '../../../support/worlds/sign-in.ts';

/** With sign-in windows that the test drives. */
async function startWithWindows() {
  const windows: SignInWindowOptions[] = [];
  const whole = await startWholeApp({
    async openSignInWindow(options) {
      windows.push(options);
      return { close: async () => undefined, focus: () => undefined };
    },
  });
  return { ...whole, windows };
}

test('the whole app against its demo: sign in by the window, machines by token, from two windows; sign out', async () => {
  const { call, events, windows } = await startWithWindows();
  const { id: systemId } = await call('systems.openDemo', undefined);
  await call('session.updateSettings', { systemId, route: 'token' });
  await events.until('machines.changed', ({ problem }) => problem?.code === 'session-signed-out');
  const started = await call('session.signIn', { systemId, way: 'window' });
  expect(started).toMatchObject({ state: 'authorizing', settings: { clientId: 'compute-desk' } });
  const [options] = windows;
  if (options === undefined) throw new Error('no window was opened');
  const page = await browse({ options, closed: false }, options.startUrl);
  expect(page.text).toContain('kc-x509-login-info');
  await browse({ options, closed: false }, page.url, { method: 'POST', body: 'login=Continue' });
  const session = await events.until('session.changed', ({ state }) => state === 'active');
  expect(session.tokens?.storedIn).toBe('demo');
  await events.until(
    'machines.changed',
    ({ machines, problem }) => machines.length > 0 && problem === null,
  );

  // Two windows refresh at once: one refresh, and both see its end.
  const both = await Promise.all([
    call('session.refresh', { systemId }, 'one'),
    call('session.refresh', { systemId }, 'two'),
  ]);
  expect(both[0].tokens?.receivedAt).toBe(both[1].tokens?.receivedAt);
  expect(both[0]).toMatchObject({ state: 'active', cause: { code: 'refreshed' } });

  expect(await call('session.signOut', { systemId })).toMatchObject({ revoked: true });
  await events.until('session.changed', ({ cause }) => cause.code === 'signed-out-by-user');
  const machines = await call('machines.snapshot', { systemId });
  await call('machines.refresh', { systemId });
  expect(machines.machines.length).toBeGreaterThan(0);
  expect((await call('machines.snapshot', { systemId })).problem?.code).toBe('session-signed-out');
});

test('a call that is made while the user signs in waits for it: it goes on, or ends as that did', async () => {
  const { call, events, windows } = await startWithWindows();
  const { id: systemId } = await call('systems.openDemo', undefined);
  await call('session.updateSettings', { systemId, route: 'token' });
  const problemIs = (code: string) =>
    events.until('machines.changed', ({ problem }) => problem?.code === code);
  await problemIs('session-signed-out');
  const isChecking = async () => (await call('machines.snapshot', { systemId })).checking;

  await call('session.signIn', { systemId, way: 'window' });
  const given = call('machines.refresh', { systemId });
  await expect.poll(isChecking).toBe(true);
  await call('session.cancel', { systemId });
  await given;
  await problemIs('sign-in-cancelled');

  await call('session.signIn', { systemId, way: 'window' });
  const kept = call('machines.refresh', { systemId });
  await expect.poll(isChecking).toBe(true);
  const options = windows.at(-1);
  if (options === undefined) throw new Error('no window was opened');
  const page = await browse({ options, closed: false }, options.startUrl);
  await browse({ options, closed: false }, page.url, { method: 'POST', body: 'login=Continue' });
  await kept;
  await events.until(
    'machines.changed',
    ({ machines, problem, checking }) => machines.length > 0 && problem === null && !checking,
  );

  // One that waits does not keep the app from ending: this test would not end either.
  await call('session.signOut', { systemId });
  await call('session.signIn', { systemId, way: 'window' });
  const never = call('machines.refresh', { systemId });
  await expect.poll(isChecking).toBe(true);
  await call('systems.remove', { id: systemId });
  await never;
  await call('systems.openDemo', undefined);
  await call('session.signIn', { systemId, way: 'window' });
  void call('machines.refresh', { systemId });
  await expect.poll(isChecking).toBe(true);
});
