import { expect, test } from 'vitest';
import { sessionModel } from './session-model.ts';

const minute = 60_000;

async function signedIn(change: Parameters<ReturnType<typeof sessionModel>['signIn']>[0] = {}) {
  const model = sessionModel();
  await model.signIn(change);
  const pass = async (ms: number, slept = 0): Promise<void> => {
    model.clock.wall += ms + slept;
    model.clock.steady += ms;
    model.driver.tick();
    await model.settle();
  };
  return { model, pass };
}

test('refreshed ahead of the expiry, not before', async () => {
  const { model, pass } = await signedIn();
  expect(model.driver.refreshAt()).toBe(model.clock.wall + 4 * minute);
  await pass(4 * minute - 1);
  expect(model.used).toEqual([]);
  await pass(1);
  expect(model.used).toEqual(['refresh-1']);
  expect(model.driver.machine).toMatchObject({ name: 'active', cause: { code: 'refreshed' } });
});

test('a call waits for the refresh that runs and gets the new token', async () => {
  const { model, pass } = await signedIn();
  model.hold(true);
  await pass(4 * minute);
  expect(model.driver.machine.cause.code).toBe('refresh-due');
  const calls = [model.driver.grant(), model.driver.grant()];
  await model.settle();
  model.deliver();
  expect((await Promise.all(calls)).map(({ accessToken }) => accessToken)).toEqual([
    'access-2',
    'access-2',
  ]);
});

test('sleep counts although the steady clock stood still', async () => {
  const { model, pass } = await signedIn();
  model.hold(true);
  await pass(1_000, 10 * minute);
  expect(model.driver.machine).toMatchObject({ name: 'refreshing', cause: { code: 'woke-up' } });
});

test('a clock set back does not make a token young again', async () => {
  const { model, pass } = await signedIn();
  await pass(5 * minute, -24 * 60 * minute);
  expect(model.used).toEqual(['refresh-1']);
});

test('a refresh token that has run out by sleep is not sent', async () => {
  const { model, pass } = await signedIn();
  await pass(0, 40 * minute);
  expect(model.driver.machine).toMatchObject({
    name: 'expired',
    cause: { code: 'refresh-token-expired' },
  });
  expect(model.used).toEqual([]);
});

test('an offline token is refreshed after any time', async () => {
  const { model, pass } = await signedIn({ refreshExpiresIn: 0 });
  await pass(0, 90 * 24 * 60 * minute);
  expect(model.used).toEqual(['refresh-1']);
});

test('an unknown lifetime is left to the first refused call', async () => {
  const { model, pass } = await signedIn({ expiresIn: null });
  expect(model.driver.refreshAt()).toBeNull();
  await pass(20 * minute);
  expect(model.used).toEqual([]);
  const grant = await model.driver.grant();
  expect((await model.driver.renew(grant)).accessToken).toBe('access-2');
});

test('offline: the refresh is tried again with growing pauses, a call does not wait for them', async () => {
  const { model, pass } = await signedIn();
  model.answerWith('not-sent');
  await pass(4 * minute);
  expect(model.driver.machine).toMatchObject({
    name: 'active',
    cause: { code: 'refresh-delayed', problem: { code: 'network-refused' } },
  });
  await pass(4_000);
  expect(model.used).toEqual([]);
  model.answerWith('not-sent');
  model.clock.wall += minute;
  model.clock.steady += minute;
  await expect(model.driver.grant()).rejects.toMatchObject({ code: 'network-refused' });
  expect((await model.driver.grant()).accessToken).toBe('access-2');
  expect(model.used).toEqual(['refresh-1']);
});

test('tokens older than the not-before policy are renewed once, then the session has ended', async () => {
  const { model } = await signedIn({ notBefore: Date.parse('2026-03-01T00:10:00Z') / 1000 });
  await model.settle();
  expect(model.driver.machine).toMatchObject({ name: 'active', cause: { code: 'refreshed' } });
  expect(model.used).toEqual(['refresh-1']);

  const other = sessionModel();
  other.answerWith('stale');
  await other.signIn({ notBefore: Date.parse('2026-03-01T00:10:00Z') / 1000 });
  await other.settle();
  expect(other.driver.machine).toMatchObject({
    name: 'expired',
    cause: { code: 'not-before-policy' },
  });
  expect(other.used).toEqual(['refresh-1']);
});

test('a crash between the answer and the store loses that refresh and says so', async () => {
  const { model } = await signedIn();
  model.hold(true);
  const asked = model.driver.refreshNow();
  asked.catch(() => undefined);
  await model.settle();
  expect(model.used).toEqual(['refresh-1']);
  await model.crash();
  expect(model.driver.machine).toMatchObject({
    name: 'active',
    cause: { code: 'refresh-interrupted' },
  });
  await expect(model.driver.refreshNow()).rejects.toMatchObject({
    code: 'session-refresh-unanswered',
  });
  expect((await model.driver.grant()).accessToken).toBe('access-1');
  model.clock.wall += 6 * minute;
  await expect(model.driver.grant()).rejects.toMatchObject({ code: 'session-expired' });
  expect(model.driver.machine.cause.code).toBe('refresh-interrupted');
  expect(model.used).toEqual(['refresh-1']);
});

test('a locked vault takes the tokens away, and gives them back', async () => {
  const { model } = await signedIn();
  await model.lock(true);
  expect(model.driver.tokens).toBeNull();
  await expect(model.driver.grant()).rejects.toMatchObject({ code: 'vault-locked' });
  await model.lock(false);
  expect((await model.driver.grant()).accessToken).toBe('access-1');
});

test('sign-out while a refresh is on its way: what it brings is revoked and not kept', async () => {
  const { model } = await signedIn();
  model.hold(true);
  const refreshing = model.driver.refreshNow();
  refreshing.catch(() => undefined);
  await model.settle();
  await model.driver.signOut();
  model.deliver();
  await model.settle();
  expect(model.revoked).toEqual(['refresh-1', 'refresh-2']);
  expect(model.disk.secrets.size).toBe(0);
  await expect(refreshing).rejects.toMatchObject({ code: 'session-expired' });
});

test('other settings while the vault gives the tokens back: they stay away', async () => {
  const model = sessionModel({ slow: true });
  await model.signIn();
  await model.lock(true);
  const restoring = model.lock(false);
  await model.driver.settingsChanged();
  await restoring;
  expect(model.driver.machine.name).toBe('signed-out');
  expect(model.disk.secrets.size).toBe(0);
});
