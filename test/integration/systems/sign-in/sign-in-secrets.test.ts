import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultConnection } from '../../../../main/base/network/index.ts';
import { createVault } from '../../../../main/base/storage/vault/index.ts';
import { openLog } from '../../../../main/hosts/log.ts';
import { callWebApi } from '../../../../main/machines/monitor/index.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { startHostileProvider } from '../../../support/servers/hostile-provider.ts';
import { followAsBrowser } from '../../../support/servers/own-browser.ts';
import { sender, signInWorld, systemId } from '../../../support/worlds/sign-in.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import { smallestCost } from '../../../support/worlds/vault.ts';

/** Everything below a folder, as one text. */
async function contentsOf(folder: string): Promise<string> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  const texts = await Promise.all(
    files.map((entry) => readFile(join(entry.parentPath, entry.name), 'latin1')),
  );
  return texts.join('\n');
}

test('no token, code or secret lies in clear in the data folder, the log or what windows are told', async () => {
  const mark = randomUUID();
  const secrets: string[] = [];
  const secret = (kind: string): string => {
    const made = `${kind}-${mark}-${secrets.length}`;
    secrets.push(made);
    return made;
  };
  const answer = (at: { answer(change: Record<string, unknown>): unknown }) => ({
    body: at.answer({ access_token: secret('access'), refresh_token: secret('refresh') }),
  });
  await using provider = await startHostileProvider({
    exchange: answer,
    refresh: answer,
    authorize: ({ asked, issuer }) => ({
      status: 302,
      headers: {
        location: `${asked.get('redirect_uri')}?code=${secret('code')}&state=${asked.get('state')}&iss=${encodeURIComponent(issuer)}`,
      },
    }),
  });
  const folder = testFolder();
  const log = openLog(folder);
  const database = await startTestStorage(folder);
  onTestFinished(() => database.close());
  const vault = await createVault({
    folder,
    keychain: {
      state: async () => ({ available: false, problem: 'not-offered' }),
      seal: () => Promise.reject(new Error('no keychain')),
      unseal: () => Promise.reject(new Error('no keychain')),
    },
    database,
    emit: () => undefined,
    cost: smallestCost,
  });
  await vault.setPassphrase('a passphrase of the test');
  const world = await signInWorld({
    database,
    vault,
    log,
    system: { authUrl: provider.origin, webApiUrl: provider.origin },
    openExternal: async () => true,
  });
  const clientSecret = secret('client-secret');
  await world.calls().updateSettings({ systemId, clientId: 'app', clientSecret }, sender);

  const signIn = async (): Promise<void> => {
    const started = await world.start('browser');
    await followAsBrowser(started.attempt?.authorizeUrl ?? '');
    await world.until(({ state, attempt }) => state === 'active' && attempt === null);
  };
  await signIn();
  await world.calls().refresh({ systemId }, sender);
  await world.reopen();
  expect((await world.snapshot()).tokens).toMatchObject({ storedIn: 'passphrase' });

  const check = async (): Promise<void> => {
    await log.close();
    const everything = `${await contentsOf(folder)}\n${JSON.stringify(world.events.all)}`;
    // The search finds what is there.
    expect(everything).toContain('extraScopes');
    expect(everything).toContain('attempt-started');
    for (const one of secrets) expect(everything).not.toContain(one);
    expect(everything).not.toContain(mark);
  };
  await check();

  // Failures, which write to the log, and the end.
  provider.behave({ refresh: () => ({ status: 502, body: `<h1>${secret('echoed')}</h1>` }) });
  const call = callWebApi(
    world.network,
    {
      address: provider.origin,
      identity: null,
      connection: defaultConnection(),
      authorization: world.signIn.authorization(systemId),
    },
    { path: '/status/' },
  );
  await expect(call).rejects.toMatchObject({ code: 'session-expired' });
  expect((await world.snapshot()).state).toBe('expired');
  const { tokenForms } = provider;
  expect(tokenForms.map((form) => form.get('client_secret'))).toEqual([
    clientSecret,
    clientSecret,
    clientSecret,
  ]);
  secrets.pop();
  await log.close();
  const everything = await contentsOf(folder);
  for (const one of secrets) expect(everything).not.toContain(one);
});
