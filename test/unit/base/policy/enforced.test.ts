import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import type { ProxyPreference } from '../../../../main/base/network/index.ts';
import { createProxies } from '../../../../main/base/network/proxies.ts';
import { createTools, defineTool } from '../../../../main/chat/tools/index.ts';
import { openSettingsStore } from '../../../../main/systems/sign-in/settings.ts';
import { openTokenStore } from '../../../../main/systems/sign-in/token-store.ts';
import type { TokenSet } from '../../../../main/systems/sign-in/tokens.ts';
import type { PolicyLock } from '../../../../preload/contract/settings/policy-locks.ts';
import { startWholeApp } from '../../../support/processes/whole-app.ts';
import { policyOf, settingsFolder } from '../../../support/worlds/policy.ts';
import { startMemoryStorage } from '../../../support/worlds/storage.ts';
import {
  memoryVault,
  recordEvents,
  recordLog,
  testSystem,
  testSystems,
} from '../../../support/worlds/world.ts';

const locking = async (...locks: PolicyLock[]) => {
  const place = settingsFolder({ locks: Object.fromEntries(locks.map((lock) => [lock, true])) });
  return (await policyOf([place])).made;
};

const tokens: TokenSet = {
  ...{ accessToken: 'access', refreshToken: 'refresh', rawIdToken: null, idToken: null },
  ...{ receivedAt: 0, clockSkew: null, tokenType: 'Bearer', expiresIn: 60, refreshExpiresIn: 60 },
  ...{ notBefore: null, sessionState: null, scope: null, askedScope: '', nonce: '' },
  redirectUrl: '',
};

test('noKeptTokens: what was sealed before is removed unread, and nothing is sealed', async () => {
  const database = await startMemoryStorage();
  onTestFinished(() => database.close());
  await testSystems(database, testSystem(null, { id: 's' }));
  const vault = memoryVault();
  const open = async (policy?: Awaited<ReturnType<typeof locking>>) => {
    const settings = openSettingsStore(database, vault, policy);
    const store = openTokenStore({
      ...{ systemId: 's', vault, scope: () => 'user' as const, log: recordLog() },
      keep: async () => (await settings.load('s')).keepTokens,
    });
    return { settings, store };
  };
  const before = await open();
  expect(await before.store.save({ tokens, sending: false })).toBe('keychain');

  const locked = await open(await locking('noKeptTokens'));
  expect(await locked.store.load()).toBeNull();
  expect(vault.secrets.size).toBe(0);
  expect(await locked.store.save({ tokens, sending: false })).toBe('memory');
  expect(vault.secrets.size).toBe(0);
  await expect(locked.settings.change('s', { keepTokens: true }, 'user')).rejects.toMatchObject({
    ...{ code: 'locked-by-policy', details: { lock: 'noKeptTokens' } },
  });
  // another change keeps the user's own choice for the time after the policy
  expect(await locked.settings.change('s', { clientId: 'c' }, 'user')).toMatchObject({
    keepTokens: false,
  });
  expect(await before.settings.load('s')).toMatchObject({ clientId: 'c', keepTokens: true });
});

test('noExternalTools: a tool from outside is offered to no model and cannot run', async () => {
  const database = await startMemoryStorage();
  onTestFinished(() => database.close());
  const machines = { snapshot: () => Promise.reject(new Error('not asked')) };
  const open = async (...locks: PolicyLock[]) =>
    createTools({
      ...{ database, emit: recordEvents().emit, policy: await locking(...locks) },
      ...({ machines } as unknown as { machines: never }),
    });
  const origin = {
    ...{ serverId: 'x', name: 'x', where: 'x', systemId: null, identity: 'x', ownName: 'outside' },
    writes: false,
  };
  const tool = (name: string, isExternal: boolean) => ({
    ...defineTool({
      ...{ name, description: name, input: z.object({}), approval: 'always' },
      run: async () => 'done',
    }),
    ...(isExternal && { origin }),
  });
  const names = ['own', 'outside'];
  const register = (tools: Awaited<ReturnType<typeof open>>) =>
    tools.register([tool('own', false), tool('outside', true)]);
  const free = await open();
  register(free);
  expect(free.offered(names, 's')).toHaveLength(2);
  const locked = await open('noExternalTools');
  register(locked);
  expect(JSON.stringify(locked.offered(names, 's'))).not.toContain('outside');
  const { signal } = new AbortController();
  const call = {
    ...{ messageId: 'm', callId: 'c', conversationId: 'c', systemId: 's' },
    ...{ name: 'outside', text: '{}', sources: [] },
  };
  expect(await locked.permit(call, signal)).toMatchObject({ kind: 'failed' });
  const context = { systemId: 's', conversationId: 'c', signal };
  const permitted = { name: 'outside', fingerprint: 'x', input: '{}', key: 'k' };
  await expect(locked.run(permitted, context)).rejects.toThrow('no tool named');
});

const env = { HTTPS_PROXY: 'http://environment.example:1' };
const manual: ProxyPreference = {
  kind: 'manual',
  ...{ url: new URL('http://own.example:2'), except: '', revision: '' },
  credentials: async () => null,
};

/** Where each wish leads: the computer's, none, and a proxy of the user's own. */
async function ways(content: object): Promise<(string | null)[]> {
  const { made } = await policyOf([settingsFolder(content)]);
  const resolve = async () => 'PROXY system.example:3';
  const proxies = createProxies(env, { resolve, site: made.network });
  const wishes = [{ kind: 'system' }, { kind: 'none' }, manual] as const;
  return Promise.all(
    wishes.map(async (wish) => {
      const { proxy } = await proxies.choose('api.example', '443', wish);
      return proxy?.name ?? null;
    }),
  );
}

const proxy = { kind: 'manual', address: 'site.example:4', except: '' };

test.each<readonly [string, object, (string | null)[]]>([
  ['nothing', {}, ['environment.example:1', null, 'own.example:2']],
  ['a proxy', { proxy }, ['site.example:4', null, 'own.example:2']],
  [
    'a fixed proxy',
    { proxy, locks: { fixedProxy: true } },
    ['site.example:4', 'site.example:4', 'site.example:4'],
  ],
  [
    'that no proxy may be chosen',
    { locks: { fixedProxy: true } },
    ['environment.example:1', 'environment.example:1', 'environment.example:1'],
  ],
  ['none at all', { locks: { noProxy: true } }, [null, null, null]],
  ['none as the computer’s', { proxy: { kind: 'none' } }, [null, null, 'own.example:2']],
])('where the policy says %s', async (_, content, expected) => {
  expect(await ways(content)).toEqual(expected);
});

test('in the whole app: calls of the window are refused, the environment is not followed', async () => {
  const place = settingsFolder({
    ...{ locks: { fixedProxy: true, keychainRequired: true, noKeptTokens: true } },
    systems: [{ name: 'Centre', webApi: 'https://api.example.org' }],
  });
  const policy = { places: [place], run: () => Promise.reject(new Error('nothing is run')) };
  const desk = await startWholeApp({ policy });
  const system = await desk.call('systems.add', {
    ...{ name: 'Own', webApiUrl: 'https://api.example.org', authUrl: null, certificateId: null },
    ...{ genaiUrl: 'https://ai.example.org', authorities: [] },
  });
  const systemId = system.id;
  const refused = (lock: PolicyLock) => ({ code: 'locked-by-policy', details: { lock } });
  expect(
    await desk.failure('connections.setProxy', { systemId, proxy: { kind: 'none' } }),
  ).toMatchObject(refused('fixedProxy'));
  expect(await desk.failure('vault.setPassphrase', { passphrase: 'correct horse' })).toMatchObject(
    refused('keychainRequired'),
  );
  expect(
    await desk.failure('session.updateSettings', { systemId, keepTokens: true }),
  ).toMatchObject(refused('noKeptTokens'));
  const session = await desk.call('session.snapshot', { systemId });
  expect(session.settings.keepTokens).toBe(false);
  expect(await desk.call('policy.system', { at: 0 })).toMatchObject({ name: 'Centre' });
});

test('keychainRequired: a vault under a passphrase is read, and takes no new secret', async () => {
  const first = await startWholeApp();
  await first.call('vault.setPassphrase', { passphrase: 'correct horse' });
  const input = {
    ...{ name: 'Own', webApiUrl: '', authUrl: null, certificateId: null, authorities: [] },
    genaiUrl: 'https://ai.example.org',
  };
  const { id: systemId } = await first.call('systems.add', input);
  await first.call('genai.addKey', { systemId, name: 'kept', key: 'sk-0123456789' });
  await first.close();
  const place = settingsFolder({ locks: { keychainRequired: true } });
  const policy = { places: [place], run: () => Promise.reject(new Error('nothing is run')) };
  const desk = await startWholeApp({ policy }, first.folder);
  expect(await desk.call('vault.unlock', { passphrase: 'correct horse' })).toMatchObject({
    ...{ state: 'ready', protection: 'passphrase' },
  });
  const key = { systemId, name: 'new', key: 'sk-9876543210' };
  expect(await desk.failure('genai.addKey', key)).toMatchObject({ code: 'locked-by-policy' });
  const { keys } = await desk.call('genai.snapshot', { systemId });
  expect(keys.map(({ name }) => name)).toEqual(['kept']);
});
