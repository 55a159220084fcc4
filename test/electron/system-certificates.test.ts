import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Session } from '../../preload/contract/systems/session.ts';
import { picture } from '../support/files/pictures.ts';
import { demoCertificate } from '../support/worlds/demo-certificate.ts';
import {
  callOf,
  type Desk,
  inLanguage,
  pictureFolder,
  removeFolder,
  startDesk,
  temporaryFolder,
} from './support/desk.ts';

const systemId = 'demo';
const tools = ['certutil', 'pk12util'].every(
  (tool) => spawnSync(tool, ['-H'], { stdio: 'ignore' }).error === undefined,
);
if (!tools) console.log('skipped: the system’s certificates need certutil and pk12util');

/** Chromium on Linux takes the user's certificates from a database of NSS in the home folder. */
describe.skipIf(!tools)('without an imported certificate', () => {
  let folder: string;
  let desk: Desk;
  let call: ReturnType<typeof callOf>;

  const start = () => {
    const { args, env } = inLanguage('en');
    return startDesk({
      dataFolder: join(folder, 'data'),
      args,
      env: { ...env, HOME: folder, XDG_CONFIG_HOME: join(folder, 'config') },
    });
  };

  beforeAll(async () => {
    folder = await temporaryFolder();
    const database = join(folder, '.pki/nssdb');
    await mkdir(database, { recursive: true });
    run('certutil', '-N', '-d', `sql:${database}`, '--empty-password');
    const first = await start();
    await callOf(first)('systems.openDemo');
    await first.electron.close();
    const { path, passphrase } = demoCertificate(join(folder, 'data'));
    run('pk12util', '-i', path, '-d', `sql:${database}`, '-W', passphrase, '-K', '');
    desk = await start();
    call = callOf(desk);
    await call('systems.openDemo');
    await call('systems.update', { id: systemId, certificateId: null });
  });
  afterAll(async () => {
    await desk?.electron.close();
    await removeFolder(folder);
  });

  const session = () => call<Session>('session.snapshot', { systemId });
  /** Starts an attempt; its window shows nothing before the question is answered. */
  const openSignIn = async () => {
    const page = desk.electron.waitForEvent('window');
    page.catch(() => undefined);
    await call('session.signIn', { systemId, way: 'window', certificateId: null });
    await expect.poll(async () => (await session()).attempt?.certificateRequest).toBeTruthy();
    const request = (await session()).attempt?.certificateRequest;
    if (!request) throw new Error('no question');
    const answer = async (fingerprint: string | null): Promise<Page> => {
      const asked = { systemId, requestId: request.id, fingerprint };
      await call('session.chooseCertificate', asked);
      return page;
    };
    return { request, answer };
  };

  test('the one that the user picks is shown to the provider, which is trusted by the system’s authority', async () => {
    const { request, answer } = await openSignIn();
    expect(request.host).toMatch(/^127\.0\.0\.1/);
    const [offered] = request.certificates;
    expect(offered?.subject).toContain('Demo User');
    await picture(desk.page, join(await pictureFolder('sign-in'), 'system-certificate.png'));
    const page = await answer(offered?.fingerprint ?? null);
    await page.getByRole('button', { name: 'Continue' }).click();
    await expect.poll(async () => (await session()).state).toBe('active');
    await call('session.signOut', { systemId });
  });

  test('none is sent when the user picks none', async () => {
    const { answer } = await openSignIn();
    const page = await answer(null);
    await page.getByRole('heading').first().waitFor();
    expect(await page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
    await call('session.cancel', { systemId });
  });
});

function run(command: string, ...args: readonly string[]): void {
  const done = spawnSync(command, args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`${command}: ${done.stderr}${done.stdout}`);
}
