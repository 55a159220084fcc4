import { expect, test } from 'vitest';
import { sessionModel } from './session-model.ts';

const locked = { code: 'vault-locked' };

async function signedIn() {
  const model = sessionModel();
  await model.signIn();
  return model;
}

test('locking forgets the tokens; unlocking has them back', async () => {
  const model = await signedIn();
  const before = await model.driver.grant();
  await model.lock(true);
  expect(model.driver.tokens).toBeNull();
  await expect(model.driver.grant()).rejects.toMatchObject(locked);
  await model.lock(false);
  expect((await model.driver.grant()).accessToken).toBe(before.accessToken);
});

test('tokens that are on their way when the vault locks serve nobody until it opens, and are not lost', async () => {
  const model = await signedIn();
  const before = await model.driver.grant();
  model.hold(true);
  const refreshing = model.driver.refreshNow().catch((error: unknown) => error);
  await model.settle();
  expect(model.used).toHaveLength(1);
  await model.lock(true);
  model.hold(false);
  model.deliver();
  await refreshing;
  await model.settle();
  await expect(model.driver.grant()).rejects.toMatchObject(locked);

  await model.lock(false);
  const after = await model.driver.grant();
  expect(after.accessToken).not.toBe(before.accessToken);
  // They are sealed now: a crash loses nothing, and the used one is not sent again.
  await model.crash();
  expect((await model.driver.grant()).accessToken).toBe(after.accessToken);
  expect(model.used).toHaveLength(1);
  expect(model.revoked).toEqual([]);
});

test('a refresh that fails meanwhile leaves the sealed tokens, and none in memory', async () => {
  const model = await signedIn();
  model.answerWith('busy');
  model.hold(true);
  const refreshing = model.driver.refreshNow().catch((error: unknown) => error);
  await model.settle();
  await model.lock(true);
  model.hold(false);
  model.deliver();
  await refreshing;
  await model.settle();
  expect(model.driver.tokens).toBeNull();
  await expect(model.driver.grant()).rejects.toMatchObject(locked);
  await model.lock(false);
  await model.driver.grant();
});
