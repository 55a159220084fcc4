import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readAuthorities } from '../../../main/base/x509/authorities.ts';
import { type RunningDemo, startDemo } from '../../../main/demo/index.ts';
import { demoProvidedSettings } from '../../../main/demo/launcher/index.ts';
import { createClients } from '../../../main/systems/clients/index.ts';
import type { Session } from '../../../preload/contract/systems/session.ts';
import { testFolder } from '../../support/files/folder.ts';
import { throughTheDoor } from '../../support/worlds/door.ts';
import { testAccess, testLinks } from '../../support/worlds/links.ts';
import { testNetwork } from '../../support/worlds/network.ts';
import { startTestStorage } from '../../support/worlds/storage.ts';
import {
  memoryVault,
  recordEvents,
  recordLog,
  temporaryFolder,
  testSystem,
  testSystems,
} from '../../support/worlds/world.ts';

const sender = { id: 'window-1' };
const systemId = 'system-1';

let demo: RunningDemo;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  demo = await startDemo({ folder: folder.path, machineStepMs: 0 });
});

afterAll(async () => {
  await demo.stop();
  await folder.remove();
});

const signedOut = async () => ({ settings: { clientId: null } }) as Session;

async function openClients() {
  const database = await startTestStorage(testFolder());
  const log = recordLog();
  const network = testNetwork({ log, usualAuthorities: [] });
  const systems = await testSystems(
    database,
    testSystem(null, {
      kind: 'demo',
      authorities: readAuthorities(Buffer.from(demo.authorityPem)),
    }),
  );
  const links = testLinks(systems, { demo: { brings: async () => demoProvidedSettings(demo) } });
  const clients = createClients({
    systems,
    links,
    access: testAccess(links),
    sessions: { snapshot: signedOut, changeSettings: signedOut },
    network,
    vault: memoryVault(),
    database,
    files: { save: async () => ({ kind: 'cancelled' }) },
    clipboard: null,
    emit: recordEvents().emit,
    log,
  });
  onTestFinished(async () => {
    await clients.close();
    await network.close();
    await database.close();
  });
  return throughTheDoor({ clients: clients.calls }, log).clients;
}

/** Whether the identity provider takes this id and secret for one of its clients. */
async function isKnown(clientId: string, secret: string): Promise<boolean> {
  const log = recordLog();
  const network = testNetwork({ log, usualAuthorities: [] });
  onTestFinished(() => network.close());
  const answer = await network.request({
    url: `${demo.authUrl}/auth/realms/op/protocol/openid-connect/token`,
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: 'none',
      redirect_uri: 'https://app.example/callback',
      client_id: clientId,
      client_secret: secret,
    }).toString(),
    authorities: [demo.authorityPem],
  });
  const { error } = JSON.parse(new TextDecoder().decode(answer.body)) as { error: string };
  return error !== 'invalid_client';
}

test('a client made with the demo works there until it is removed', async () => {
  const calls = await openClients();
  const before = Math.floor(Date.now() / 1000) * 1000;
  const client = await calls.create(
    { systemId, clientId: 'my_app-1', redirectUrls: ['https://app.example/callback'] },
    sender,
  );
  expect(client).toMatchObject({ clientId: 'my_app-1', hasSecret: true });
  expect(Date.parse(client.createdAt ?? '')).toBeGreaterThanOrEqual(before);
  const { secret } = await calls.revealSecret({ id: client.id }, sender);
  expect(await isKnown('my_app-1', secret)).toBe(true);
  expect(await isKnown('my_app-1', `${secret}x`)).toBe(false);

  await calls.removeMany({ ids: [client.id] }, sender);
  expect(await isKnown('my_app-1', secret)).toBe(false);
  expect((await calls.snapshot({ systemId }, sender)).clients).toEqual([]);
});

test('the demo says when a Client ID is taken and when a redirect URL is not allowed', async () => {
  const calls = await openClients();
  const taken = calls.create(
    { systemId, clientId: demo.oauthClient.clientId, redirectUrls: ['https://app.example/'] },
    sender,
  );
  await expect(taken).rejects.toMatchObject({ code: 'client-id-taken' });
  const bad = calls.create(
    { systemId, clientId: 'other', redirectUrls: ['javascript:alert(1)'] },
    sender,
  );
  await expect(bad).rejects.toMatchObject({
    code: 'registration-refused',
    details: { server: expect.stringContaining('javascript:alert(1)') },
  });
});

test('the redirect URLs of a client of the demo can be changed, again and again', async () => {
  const calls = await openClients();
  const { id } = await calls.create(
    { systemId, clientId: 'changing', redirectUrls: ['https://app.example/first'] },
    sender,
  );
  const { secret } = await calls.revealSecret({ id }, sender);
  for (const redirectUrl of ['https://app.example/second', 'https://app.example/third']) {
    const changed = await calls.update({ id, redirectUrls: [redirectUrl] }, sender);
    expect(changed.redirectUrls).toEqual([redirectUrl]);
  }
  expect(await isKnown('changing', secret)).toBe(true);
  await calls.removeMany({ ids: [id] }, sender);
  expect(await isKnown('changing', secret)).toBe(false);
});

test('a client of the demo gets a new secret, and the old one ends', async () => {
  const calls = await openClients();
  const { id, canRotate } = await calls.create(
    { systemId, clientId: 'renewed', redirectUrls: ['https://app.example/first'] },
    sender,
  );
  expect(canRotate).toBe(true);
  const { secret } = await calls.revealSecret({ id }, sender);
  for (const round of [1, 2]) {
    const before = (await calls.revealSecret({ id }, sender)).secret;
    await calls.rotateSecret({ id }, sender);
    const after = (await calls.revealSecret({ id }, sender)).secret;
    expect(await isKnown('renewed', after), `round ${round}`).toBe(true);
    expect(await isKnown('renewed', before), `round ${round}`).toBe(false);
  }
  expect(await isKnown('renewed', secret)).toBe(false);
  const redirectUrls = ['https://app.example/second'];
  expect(await calls.update({ id, redirectUrls }, sender)).toMatchObject({ redirectUrls });
  await calls.removeMany({ ids: [id] }, sender);
});

test('a path without a root URL is an address of the provider itself', async () => {
  const calls = await openClients();
  const { id, redirectUrls } = await calls.create(
    { systemId, clientId: 'relative', redirectUrls: ['/cb*'] },
    sender,
  );
  expect(redirectUrls).toEqual(['/cb*']);
  await calls.removeMany({ ids: [id] }, sender);
});
