import { expect, inject, onTestFinished, test } from 'vitest';
import { defaultConnection } from '../../main/base/network/index.ts';
import { readAuthorities } from '../../main/base/x509/authorities.ts';
import { callWebApi } from '../../main/machines/monitor/index.ts';
import type { Session } from '../../preload/contract/systems/session.ts';
import { patience } from '../support/patience.ts';
import { enter } from '../support/servers/own-browser.ts';
import { identityOf } from '../support/worlds/pki.ts';
import { browse, sender, signInWorld, systemId } from '../support/worlds/sign-in.ts';
import { browserOf, confirmForm, formOf } from './flow.ts';
import { connectKeycloak } from './keycloak.ts';
import type { RealmClient } from './realm.ts';
import { startTokenWebApi } from './web-api.ts';

const keycloak = connectKeycloak(inject('keycloak'));
const { clients, users, server } = keycloak;

type Options = Partial<Parameters<typeof signInWorld>[0]>;

/** The app's own sign-in, with this Keycloak and a Web API behind it. */
async function worldOf(client: RealmClient, options: Options = {}) {
  const webApi = await startTokenWebApi(keycloak, server);
  const authority = keycloak.authorities.server.pem;
  const world = await signInWorld({
    identity: identityOf(users.manager),
    preset: { clientId: client.clientId, clientSecret: client.secret },
    ...options,
    system: {
      authUrl: keycloak.authUrl,
      webApiUrl: webApi.url,
      authorities: readAuthorities(Buffer.from(authority)),
    },
  });
  const access = () => ({
    address: webApi.url,
    identity: null,
    connection: defaultConnection([authority]),
    authorization: world.signIn.authorization(systemId),
  });
  const settled = ({ state }: Session): boolean => state !== 'authorizing';
  return {
    ...world,
    webApi,
    status: () => callWebApi(world.network, access(), { path: '/status/' }),
    /** By the in-app window: main's gateway, Keycloak's own pages, a button of the confirm page. */
    async byWindow(button: 'login' | 'cancel'): Promise<{ session: Session; page: string }> {
      await world.start('window');
      const window = world.windows.at(-1);
      if (window === undefined) throw new Error('No window was opened');
      const first = await browse(window, window.options.startUrl);
      const form = new RegExp(`id="${confirmForm}"[^>]*action="([^"]+)"`).exec(first.text)?.[1];
      if (form === undefined) throw new Error(`No confirm page: ${first.text.slice(0, 1000)}`);
      const next = await browse(window, form.replaceAll('&amp;', '&'), {
        method: 'POST',
        body: `${button}=pressed`,
      });
      if (button === 'login')
        await expect.poll(async () => settled(await world.snapshot())).toBe(true);
      return { session: await world.snapshot(), page: next.text };
    },
    async byBrowser(): Promise<Session> {
      const started = await world.start('browser');
      const visit = browserOf(keycloak, users.manager);
      const { url, cookie } = await enter(started.attempt?.authorizeUrl ?? '');
      const page = await visit.open(url.href);
      const back = await visit.submit(formOf(page, confirmForm), 'login');
      if (back.kind === 'page') throw new Error('Not sent back to the app');
      const shown = await fetch(back.url, { headers: { 'accept-language': 'en', cookie } });
      expect(await shown.text()).toContain('You can close this tab');
      await expect.poll(async () => settled(await world.snapshot())).toBe(true);
      return world.snapshot();
    },
  };
}

test('by the window: Continue, signed in, a call, a refusal, one refresh, signed out', async () => {
  const world = await worldOf(clients.rotating);
  const { session } = await world.byWindow('login');
  expect(session).toMatchObject({
    state: 'active',
    cause: { code: 'signed-in', problem: null },
    tokens: {
      expiresIn: expect.closeTo(300, -1),
      refresh: 'expires',
      certificateBound: false,
      idToken: { claims: { preferred_username: 'hanako', iss: keycloak.issuer } },
    },
  });
  expect((await world.status()).status).toBe(200);

  world.webApi.refuseTokensSoFar();
  const answers = await Promise.all([world.status(), world.status(), world.status()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await world.snapshot()).cause.code).toBe('refreshed');

  expect(await world.calls().signOut({ systemId }, sender)).toMatchObject({ revoked: true });
  expect((await world.snapshot()).state).toBe('signed-out');
  expect([...world.vault.secrets.keys()]).toEqual([]);
  await expect(world.status()).rejects.toMatchObject({ code: 'session-signed-out' });
});

test('by the browser: loopback, Continue, signed in, a call', async () => {
  const world = await worldOf(clients.rotating, { openExternal: async () => true });
  expect(await world.byBrowser()).toMatchObject({ state: 'active' });
  expect((await world.status()).status).toBe(200);
});

test('Ignore leads to the password form where the realm has one; the attempt goes on until it is cancelled', async () => {
  const world = await worldOf(clients.rotating);
  const { session, page } = await world.byWindow('cancel');
  expect(session.state).toBe('authorizing');
  expect(page).toContain('kc-form-login');
  await world.calls().cancel({ systemId }, sender);
  expect(await world.snapshot()).toMatchObject({
    state: 'signed-out',
    cause: { problem: { code: 'sign-in-cancelled' } },
  });
});

test('access tokens of 3 seconds are renewed by themselves, and calls go on', async () => {
  const world = await worldOf(clients.brief);
  const { session } = await world.byWindow('login');
  // Keycloak says one less where a second ended while it answered.
  expect([2, 3]).toContain(session.tokens?.expiresIn);
  const refreshed = async () => (await world.snapshot()).cause.code;
  await expect.poll(refreshed, { timeout: patience(30_000) }).toBe('refreshed');
  expect((await world.status()).status).toBe(200);
});

test('a refresh token that Keycloak has ended is expiry, and signing in again brings everything back', async () => {
  // A user of this test alone: logging them out moves their not-before policy for good.
  const world = await worldOf(clients.rotating, { identity: identityOf(users.byEmail) });
  await world.byWindow('login');
  const [user] = (await keycloak.admin.call('GET', '/realms/op/users?username=jiro')) as {
    id: string;
  }[];
  await keycloak.admin.call('POST', `/realms/op/users/${user?.id}/logout`);
  await expect(world.status()).rejects.toMatchObject({ code: 'session-expired' });
  expect(await world.snapshot()).toMatchObject({
    state: 'expired',
    cause: { code: 'refresh-refused' },
  });

  expect((await world.byWindow('login')).session.state).toBe('active');
  expect((await world.status()).status).toBe(200);
});

test('without rotation the session refreshes with the same refresh token', async () => {
  await keycloak.setRotation(false);
  onTestFinished(() => keycloak.setRotation(true));
  const world = await worldOf(clients.rotating);
  await world.byWindow('login');
  for (let round = 0; round < 2; round++) await world.calls().refresh({ systemId }, sender);
  expect((await world.snapshot()).state).toBe('active');
  expect((await world.status()).status).toBe(200);
});

test('offline access is a refresh token of unknown lifetime, not an ended one', async () => {
  const world = await worldOf(clients.rotating);
  await world.calls().updateSettings({ systemId, extraScopes: ['offline_access'] }, sender);
  const { session } = await world.byWindow('login');
  expect(session).toMatchObject({ state: 'active', tokens: { refresh: 'offline' } });
  await world.calls().refresh({ systemId }, sender);
  expect((await world.snapshot()).state).toBe('active');
});

test('bound tokens are seen as bound and refreshed with the certificate', async () => {
  const world = await worldOf(clients.bound);
  const { session } = await world.byWindow('login');
  expect(session).toMatchObject({ state: 'active', tokens: { certificateBound: true } });
  await world.calls().refresh({ systemId }, sender);
  expect((await world.snapshot()).state).toBe('active');
});

test('a redirect URL that is not registered is told with what to register', async () => {
  const world = await worldOf(clients.rotating);
  const redirectUrl = 'compute-desk://elsewhere/callback';
  await world.calls().updateSettings({ systemId, redirectUrl }, sender);
  await world.start('window');
  const window = world.windows.at(-1);
  if (window === undefined) throw new Error('No window was opened');
  await browse(window, window.options.startUrl);
  await expect
    .poll(async () => (await world.snapshot()).cause.problem)
    .toMatchObject({
      code: 'sign-in-redirect-not-registered',
      details: { redirectUrl },
    });
});
