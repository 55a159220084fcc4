import { expect, onTestFinished, test } from 'vitest';
import { identify } from '../../../../main/chat/tool-servers/identity.ts';
import {
  type Faults,
  startProtectedService,
} from '../../../support/servers/authorization-server.ts';
import { nobody } from '../../../support/worlds/genai.ts';
import { toolServersWorld } from '../../../support/worlds/tool-servers.ts';
import { limits, openService } from './sign-in-world.ts';

test('a service that wants a token says so, and works once the user has signed in', async () => {
  const opened = await openService();
  const { provider, service, shown, signIn, allow, call, events, log, database } = opened;
  expect(await shown()).toMatchObject({
    ...{ state: 'failed', problem: { code: 'tool-server-sign-in', details: { name: 'test' } } },
    signIn: { issuer: null, waiting: null },
  });
  await signIn();
  expect(await shown()).toMatchObject({
    ...{ state: 'running', problem: null, signIn: { issuer: provider.issuer, waiting: null } },
  });
  await allow('add');
  expect(await call('test__add', { a: 2, b: 3 })).toBe('5');
  const [registered] = provider.registered;
  expect(registered).toMatchObject({
    client_name: 'Compute Desk',
    redirect_uris: [expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/)],
    ...{ application_type: 'native', token_endpoint_auth_method: 'none', scope: 'tools' },
  });
  const query = Object.fromEntries(provider.authorized.at(-1) ?? []);
  expect(query).toMatchObject({
    ...{ resource: service.url, scope: 'tools', code_challenge_method: 'S256' },
    state: expect.stringMatching(/^.{20,}$/),
  });
  // nothing forces a question
  expect(query).not.toHaveProperty('prompt');
  expect(provider.asked[0]?.get('resource')).toBe(service.url);
  expect(await opened.pages[0]).toMatch(/signed in/i);
  const rows = JSON.stringify(await database.all({ sql: 'SELECT * FROM tool_servers' }));
  const said = rows + JSON.stringify(events.all) + log.text();
  expect(said).not.toMatch(/(access|refresh)-[0-9a-f]{8}/);
});

test('before the user goes anywhere, there is a place for the token', async () => {
  const { vault, pages, provider, signIn } = await openService();
  const state = { state: 'not-set-up', protection: 'none', keychainProblem: null } as const;
  const { ready } = vault;
  Object.assign(vault, { ready: () => false, state: () => state });
  await expect(signIn()).rejects.toMatchObject({ code: 'vault-not-set-up' });
  expect([pages.length, provider.registered.length]).toEqual([0, 0]);
  Object.assign(vault, { ready });
  await signIn();
  expect(pages).toHaveLength(1);
});

test('a token that the service no longer takes is renewed, and both new ones are kept', async () => {
  const { provider, signIn, allow, call, secrets } = await openService();
  await signIn();
  await allow('add');
  const before = JSON.parse(Buffer.from(await secrets()).toString());
  provider.expire();
  expect(await call('test__add', { a: 2, b: 3 })).toBe('5');
  expect(provider.asked.map((form) => form.get('grant_type'))).toEqual([
    'authorization_code',
    'refresh_token',
  ]);
  const after = JSON.parse(Buffer.from(await secrets()).toString());
  expect(provider.accepts(after.accessToken)).toBe(true);
  expect(after.refreshToken).not.toBe(before.refreshToken);
  expect(after).toMatchObject({ issuer: provider.issuer, resource: before.resource });
});

test('a token is renewed before its end, once for all calls', async () => {
  const { provider, signIn, allow, call } = await openService({
    faults: { tokens: { expires_in: 1 } },
  });
  await signIn();
  await allow('add');
  provider.asked.length = 0;
  expect(await call('test__add', { a: 1, b: 1 })).toBe('2');
  expect(provider.asked[0]?.get('grant_type')).toBe('refresh_token');
});

test.each([
  ['a token that its service alone knows to be over', {}],
  ['a token whose time is over', { tokens: { expires_in: 1 } }],
])('a session that ended, with %s, asks to sign in again, and no tool runs', async (_, faults) => {
  const { provider, signIn, allow, call, until, id } = await openService({ faults });
  await signIn();
  await allow('add');
  provider.endAll();
  await expect(call('test__add', { a: 2, b: 3 })).rejects.toThrow();
  expect((await until(id, 'failed')).problem?.code).toBe('tool-server-sign-in');
});

test('a token that is good yet is used where its renewal fails', async () => {
  const faults: Faults = { tokens: { expires_in: 20 } };
  const { signIn, allow, call, list } = await openService({ faults });
  await signIn();
  await allow('add');
  faults.instead = { '/token': (_request, response) => response.destroy() };
  expect(await call('test__add', { a: 1, b: 1 })).toBe('2');
  expect(await list()).toMatchObject([{ state: 'running' }]);
});

test('a call that needs more rights asks to sign in again, with all of them', async () => {
  let refuses = true;
  const challenge = 'Bearer error="insufficient_scope", scope="write"';
  const { provider, signIn, allow, call, until, id } = await openService({
    service: {
      instead(body, response) {
        if (!refuses || !body.includes('tools/call')) return false;
        response.writeHead(403, { 'www-authenticate': challenge }).end();
        return true;
      },
    },
  });
  await signIn();
  await allow('add');
  await expect(call('test__add', { a: 2, b: 3 })).rejects.toThrow();
  expect((await until(id, 'failed')).problem?.code).toBe('tool-server-sign-in');
  refuses = false;
  await signIn();
  expect(provider.authorized.at(-1)?.get('scope')).toBe('tools write');
  expect(await call('test__add', { a: 2, b: 3 })).toBe('5');
});

test('signing out forgets the tokens, here and there; so does removing the server', async () => {
  const { provider, signIn, signOut, shown, secrets, door, id } = await openService();
  await signIn();
  const { refreshToken } = JSON.parse(Buffer.from(await secrets()).toString());
  await signOut();
  expect(provider.revoked).toEqual([refreshToken]);
  expect((await shown())?.signIn).toEqual({ issuer: null, waiting: null });
  await expect(secrets()).rejects.toThrow('not-found');
  await signIn();
  await secrets();
  await door.toolServers.remove({ id }, nobody);
  await expect(secrets()).rejects.toThrow('not-found');
});

test('tokens do not follow a server to another address', async () => {
  const { signIn, shown, secrets, door, id, wanted, until } = await openService();
  await signIn();
  const other = await startProtectedService({ issuer: 'http://127.0.0.1:9', accepts: () => true });
  onTestFinished(() => other.close());
  const target = { ...wanted.target, url: other.url };
  await door.toolServers.edit({ id, ...wanted, target }, nobody);
  await until(id, 'running');
  expect(other.seen.every(({ authorization }) => authorization === undefined)).toBe(true);
  expect((await shown())?.signIn).toEqual({ issuer: null, waiting: null });
  await expect(secrets()).rejects.toThrow('not-found');
});

test('a restart keeps the sign-in', async () => {
  const { signIn, allow, database, vault, servers } = await openService();
  await signIn();
  await allow('add');
  await servers.close();
  const again = await toolServersWorld({ limits, before: { database, vault } });
  expect(await again.call('test__add', { a: 2, b: 3 })).toBe('5');
});

test('what was permitted is bound to the issuer', async () => {
  const first = { kind: 'http' as const, url: 'https://a.example/mcp', certificate: false };
  const of = async (issuer: string | null): Promise<string> => {
    const found = await identify({ ...first, headers: [] }, 'r', issuer);
    if (typeof found === 'string') throw new Error(found);
    return found.identity;
  };
  const all = await Promise.all([of(null), of('https://one.example'), of('https://two.example')]);
  expect(new Set(all).size).toBe(3);
});

test('the lock lets nobody sign in', async () => {
  const { door } = await toolServersWorld({ limits, locks: ['noExternalTools'] });
  const refused = door.toolServers.signIn({ id: 'x' }, nobody);
  await expect(refused).rejects.toMatchObject({ code: 'locked-by-policy' });
});

test('a service with a header that authenticates takes no sign-in', async () => {
  const { door, id, wanted, until, shown, service } = await openService();
  const headers = [{ name: 'authorization', value: 'Bearer of-the-user' }];
  await door.toolServers.edit({ id, ...wanted, target: { ...wanted.target, headers } }, nobody);
  await until(id, 'failed');
  expect(await shown()).toMatchObject({ signIn: null, problem: { code: 'tool-server-refused' } });
  expect(service.seen.at(-1)?.authorization).toBe('Bearer of-the-user');
});

test('a client ID that the user entered is used, and nothing is registered', async () => {
  const metadata = { registration_endpoint: undefined };
  const { provider, signIn, shown } = await openService({
    faults: { metadata },
    client: { clientId: 'known' },
  });
  await signIn();
  expect((await shown())?.state).toBe('running');
  expect(provider.authorized.at(-1)?.get('client_id')).toBe('known');
  expect(provider.registered).toEqual([]);
});

test.each([
  ['basic', undefined],
  ['post', ['client_secret_post', 'private_key_jwt']],
])('the secret of such a client goes to the token endpoint alone (%s)', async (how, offered) => {
  const metadata = {
    ...{ registration_endpoint: undefined, token_endpoint_auth_methods_supported: offered },
  };
  const opened = await openService({
    faults: { metadata, clientSecret: 's-e:c ret' },
    client: { clientId: 'known', clientSecret: 's-e:c ret' },
  });
  const { provider, signIn, signOut, shown, door, id, wanted, service, database } = opened;
  await signIn();
  expect((await shown())?.state).toBe('running');
  expect(provider.asked.at(-1)?.get('client_secret')).toBe(how === 'post' ? 's-e:c ret' : null);
  expect(JSON.stringify(service.seen)).not.toContain('s-e:c ret');
  const rows = JSON.stringify(await database.all({ sql: 'SELECT * FROM tool_servers' }));
  expect(rows + JSON.stringify(await shown())).not.toContain('s-e:c ret');
  // kept while another thing is edited; another secret is another client
  const kept = { ...wanted.target, clientSecret: null };
  await door.toolServers.edit({ id, ...wanted, name: 'other', target: kept }, nobody);
  await signOut();
  expect(provider.revoked).toHaveLength(1);
  await signIn();
  await door.toolServers.edit(
    { id, ...wanted, target: { ...kept, clientSecret: 'another' } },
    nobody,
  );
  expect((await shown())?.signIn?.issuer).toBeNull();
  await expect(signIn()).rejects.toMatchObject({
    code: 'tool-server-sign-in-failed',
  });
});

test('a server that registers no apps says what to do', async () => {
  const { signIn } = await openService({
    faults: { metadata: { registration_endpoint: undefined } },
  });
  await expect(signIn()).rejects.toMatchObject({ code: 'tool-server-client' });
});

test('an answer with another state is ignored, and the sign-in can be cancelled', async () => {
  const { door, id, signIn, shown, provider, pages } = await openService({
    faults: { answer: (usual) => ({ ...usual, state: 'of-another-sign-in' }) },
  });
  const running = signIn();
  running.catch(() => undefined);
  await expect.poll(async () => (await shown())?.signIn?.waiting).toMatchObject({ opened: true });
  expect(await pages[0]).not.toMatch(/you are signed in/i);
  await expect(signIn()).rejects.toMatchObject({ code: 'sign-in-in-progress' });
  await door.toolServers.cancelSignIn({ id }, nobody);
  await expect(running).rejects.toMatchObject({ code: 'cancelled' });
  expect(provider.asked).toEqual([]);
  expect((await shown())?.signIn).toEqual({ issuer: null, waiting: null });
});
