import { expect, onTestFinished, test } from 'vitest';
import { defaultConnection, type TlsIdentity } from '../../../../main/base/network/index.ts';
import { createAccess } from '../../../../main/systems/access/index.ts';
import { createLinks, type LinkChange } from '../../../../main/systems/links/index.ts';
import { createSystems } from '../../../../main/systems/list/index.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { Authority, System } from '../../../../preload/contract/systems/systems.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { undecided } from '../../../support/worlds/links.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import { recordEvents, testSystem } from '../../../support/worlds/world.ts';

const authority = (name: string): Authority => ({
  subject: `CN=${name}`,
  notAfter: '2099-01-01T00:00:00.000Z',
  fingerprint: name,
  pem: `the certificate of ${name}`,
});
const own = testSystem('https://genai.example', {
  id: 'own',
  webApiUrl: 'https://api.example',
  authUrl: 'https://id.example',
  authorities: [authority('centre')],
  certificateId: 'mine',
});
const demo: System = { ...own, id: 'demo', kind: 'demo', authorities: [authority('demo')] };

/** Real systems in a database, with parts that say what was asked of them. */
async function linksWorld() {
  const database = await startTestStorage(testFolder());
  const network = testNetwork({ env: {}, usualAuthorities: [] });
  const asked: string[] = [];
  const session = {
    bound: false,
    problem: null as AppError | null,
    signedIn: true,
    wait: Promise.resolve(),
    vault: 'ready' as 'ready' | 'locked',
  };
  let vaultChanged = (): void => undefined;
  const systems = await createSystems({
    database,
    settings: { get: () => undefined, set: () => undefined },
    emit: recordEvents().emit,
  });
  const parts: Pick<Parameters<typeof createAccess>[0], 'certificates' | 'sessions'> &
    Pick<Parameters<typeof createLinks>[0], 'demo'> = {
    certificates: {
      async identity(id): Promise<TlsIdentity> {
        asked.push(`key of ${id}`);
        return { name: id, certificatePem: '', privateKeyPem: '', notAfter: '' };
      },
    },
    demo: {
      async prepare() {
        asked.push('demo');
      },
      brings: async () => ({
        client: { clientId: 'app', clientSecret: 'secret' },
        registration: { endpoint: 'https://demo/register', initialAccessToken: 'token' },
      }),
    },
    sessions: {
      authorization: (systemId) => ({
        attach: async () => ({
          headers: { authorization: `Bearer of ${systemId}` },
          grant: { generation: 1, accessToken: 'a' },
        }),
        renew: () => Promise.reject(new Error('not here')),
        renewIfPossible: () => Promise.reject(new Error('not here')),
        refusedAgain: () => undefined,
      }),
      async unavailable() {
        await session.wait;
        return session.problem;
      },
      isCertificateBound: () => session.bound,
      providerToken: async () =>
        session.signedIn ? { issuer: 'https://id.example/realm', token: async () => 'a' } : null,
    },
  };
  const links = createLinks({
    systems,
    connections: undecided,
    network: { forgetIdentities: () => void asked.push('forget identities') },
    vault: {
      state: () => ({ state: session.vault, protection: 'passphrase', keychainProblem: null }),
      onChange(listener) {
        vaultChanged = listener;
        return () => undefined;
      },
    },
    demo: parts.demo,
  });
  const access = createAccess({ ...parts, links });
  const changes: LinkChange[] = [];
  links.onChange((change) => changes.push(change));
  onTestFinished(async () => {
    links.close();
    await network.close();
    await database.close();
  });
  await systems.save(own);
  return {
    links,
    access,
    systems,
    session,
    asked,
    vaultIs(state: 'ready' | 'locked') {
      session.vault = state;
      vaultChanged();
    },
    /** What was told since the last look: the service, and what of it. */
    news() {
      return changes.splice(0).map(({ systemId, service, ...what }) => {
        const names = Object.entries(what).filter(([, is]) => is);
        return [systemId, service, ...names.map(([name]) => name)].join(' ');
      });
    },
  };
}

test('a link says where a service is, whom to trust there and who is calling', async () => {
  const { links } = await linksWorld();
  const common = { systemId: 'own', connection: defaultConnection(['the certificate of centre']) };
  expect(links.to('own', 'webApi')).toEqual({
    ...common,
    service: 'webApi',
    address: 'https://api.example',
    certificateId: 'mine',
    onlyForBoundToken: false,
    byToken: false,
  });
  expect(links.to('own', 'identityProvider')).toMatchObject({
    ...common,
    address: 'https://id.example',
    certificateId: 'mine',
  });
  // The service has its key, and nothing to do with the user's certificate.
  expect(links.to('own', 'genai')).toMatchObject({ ...common, certificateId: null });
  expect(() => links.to('nowhere', 'webApi')).toThrow(new AppError('no-system'));
});

test.each([
  ['certificate', false, 'mine', false],
  ['token', false, null, true],
  // RFC 8705: such a token is worth nothing without the certificate.
  ['token', true, 'mine', true],
  ['token-with-certificate', false, 'mine', true],
] as const)('route %s, token bound to the certificate: %s', async (route, bound, name, byToken) => {
  const { access, systems, session } = await linksWorld();
  session.bound = bound;
  await systems.save({ ...own, route });
  const { identity, authorization } = await access.openWebApi('own');
  expect(identity?.name ?? null).toBe(name);
  const headers = (await authorization?.attach())?.headers;
  expect(headers).toEqual(byToken ? { authorization: 'Bearer of own' } : undefined);
});

test('without a session nothing is opened where one is needed, and no key is touched', async () => {
  const { access, links, systems, session, asked } = await linksWorld();
  session.problem = new AppError('session-signed-out');
  await systems.save({ ...own, route: 'token-with-certificate' });
  await expect(access.openWebApi('own')).rejects.toMatchObject({ code: 'session-signed-out' });
  expect(asked).toEqual([]);
  await links.open('own', 'genai');
  await access.identity('own', 'genai');
  await access.identity('own', 'identityProvider');
  expect(asked).toEqual(['key of mine']);
});

test('an address that is moved while a session is waited for takes its own certificate along', async () => {
  const { access, systems, session } = await linksWorld();
  await systems.save({ ...own, route: 'token-with-certificate' });
  let go = (): void => undefined;
  session.wait = new Promise((resolve) => {
    go = resolve;
  });
  const opened = access.openWebApi('own');
  const moved = { ...own, webApiUrl: 'https://other.example', certificateId: 'other' };
  await systems.save({ ...moved, route: 'token-with-certificate' });
  go();
  expect(await opened).toMatchObject({
    address: 'https://other.example',
    identity: { name: 'other' },
  });
});

test('a system is of a Web API, of generative AI alone, or of both, and never of nothing', async () => {
  const { systems, links, access } = await linksWorld();
  const wanted = {
    ...{ name: 'alone', authUrl: null, genaiUrl: 'https://ai.example/v1' },
    ...{ authorities: [], certificateId: null },
  };
  const { id } = await systems.add({ ...wanted, webApiUrl: ' ' });
  expect(links.to(id, 'webApi').address).toBeNull();
  expect(links.to(id, 'genai').address).toBe('https://ai.example');
  await expect(access.openWebApi(id)).rejects.toMatchObject({ code: 'address-invalid' });
  await expect(systems.update(id, { genaiUrl: null })).rejects.toMatchObject({
    code: 'address-invalid',
    details: { field: 'webApi' },
  });
  await systems.update(id, { genaiUrl: null, webApiUrl: 'https://api.example/status/' });
  expect(links.to(id, 'webApi').address).toBe('https://api.example');
  const nothing = { ...wanted, webApiUrl: '', genaiUrl: null };
  await expect(systems.add(nothing)).rejects.toMatchObject({ code: 'address-invalid' });
});

test('a service without an address is said to have none', async () => {
  const { links, systems } = await linksWorld();
  await systems.save({ ...own, genaiUrl: null });
  await expect(links.open('own', 'genai')).rejects.toMatchObject({
    code: 'address-invalid',
    details: { field: 'genai', problem: 'empty' },
  });
});

test('the demo is started before it is opened, brings its client along and has a scope of its own', async () => {
  const { links, systems, asked } = await linksWorld();
  await systems.save(demo);
  await links.open('demo', 'genai');
  expect(asked).toEqual(['demo']);
  expect(await links.brings('demo')).toMatchObject({ client: { clientId: 'app' } });
  expect(await links.brings('own')).toBeNull();
  expect([links.scope('demo'), links.scope('own')]).toEqual(['demo', 'user']);
  expect(links.scopeOfIssuedBy(['other', 'demo'])).toBe('demo');
  expect(links.scopeOfIssuedBy(['centre'])).toBe('user');
  expect([links.isAdministered('demo'), links.isAdministered('own')]).toEqual([false, true]);
});

test('the provider’s own interfaces are opened as the user, with the certificate of a bound token', async () => {
  const { access, session } = await linksWorld();
  expect(await access.openAsUser('own')).toMatchObject({
    issuer: 'https://id.example/realm',
    connection: defaultConnection(['the certificate of centre']),
    identity: null,
  });
  session.bound = true;
  expect((await access.openAsUser('own'))?.identity?.name).toBe('mine');
  session.signedIn = false;
  expect(await access.openAsUser('own')).toBeNull();
});

test('what a saved system changes is told, link by link', async () => {
  const { systems, news } = await linksWorld();
  await systems.save({ ...own, name: 'another name' });
  expect(news()).toEqual([]);
  await systems.save({ ...own, webApiUrl: 'https://other.example' });
  expect(news()).toEqual(['own webApi address moved']);
  await systems.save({ ...own, webApiUrl: 'https://other.example', route: 'token' });
  expect(news()).toEqual(['own webApi identity']);
  await systems.save({ ...own, certificateId: 'other', genaiUrl: null });
  expect(news()).toEqual([
    'own webApi address moved identity',
    'own identityProvider identity',
    'own genai address moved',
  ]);
  await systems.save({ ...own, certificateId: 'other', genaiUrl: null, authorities: [] });
  expect(news()).toEqual(['own webApi trust', 'own identityProvider trust', 'own genai trust']);
  await systems.remove('own');
  expect(news()).toEqual([
    'own webApi removed',
    'own identityProvider removed',
    'own genai removed',
  ]);
});

test('the demo at another address is the same system', async () => {
  const { systems, news } = await linksWorld();
  await systems.save(demo);
  expect(news()).toEqual([]);
  await systems.save({ ...demo, genaiUrl: 'https://127.0.0.1:2', authUrl: 'https://127.0.0.1:3' });
  expect(news()).toEqual(['demo identityProvider address', 'demo genai address']);
});

test('a key or a session that has come or gone is told where it counts', async () => {
  const { links, systems, vaultIs, asked, news } = await linksWorld();
  await systems.save({ ...testSystem(null), id: 'other', route: 'token' });
  vaultIs('ready');
  expect(news()).toHaveLength(6);
  expect(asked).toEqual([]);
  // Connections that know the user's key end with the vault's lock, before anyone hears of it.
  links.onChange(() => asked.push('told'));
  vaultIs('locked');
  expect(asked.slice(0, 2)).toEqual(['forget identities', 'told']);
  expect(news()).toHaveLength(6);
  links.certificateChanged('mine');
  expect(news()).toEqual(['own webApi access', 'own identityProvider access']);
  links.sessionChanged('own');
  expect(news()).toEqual(['own identityProvider access']);
  links.sessionChanged('other');
  expect(news()).toEqual(['other webApi access', 'other identityProvider access']);
});
