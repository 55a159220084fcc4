import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { defaultConnection } from '../../../main/base/network/index.ts';
import { createTrial } from '../../../main/systems/trial/index.ts';
import type { CallInput } from '../../../preload/contract/index.ts';
import { testFolder } from '../../support/files/folder.ts';
import { findNginx, startNginx } from '../../support/servers/nginx.ts';
import { testNetwork } from '../../support/worlds/network.ts';
import { hasOpenssl, identityOf, makePki } from '../../support/worlds/pki.ts';

const ready = (await findNginx()) !== null && (await hasOpenssl());
if (!ready) console.log('skipped: a system is tried out (nginx or openssl is not installed)');

describe.skipIf(!ready)('a system is tried out before it is added', () => {
  test('by the first request with the certificate, up to the first failure', async () => {
    const dir = testFolder();
    const pki = await makePki(join(dir, 'pki'));
    const network = testNetwork({ env: {} });
    onTestFinished(() => network.close());
    const nginx = await startNginx({ pki, dir: join(dir, 'nginx') });
    onTestFinished(() => nginx.stop());
    const { tryOut } = createTrial({
      network,
      connections: { of: () => defaultConnection([]) },
      certificates: {
        identity: async (id) => identityOf(id === 'foreign' ? pki.users.foreign : pki.users.good),
      },
    }).calls;
    const usual: CallInput<'trial.tryOut'> = {
      webApiUrl: nginx.baseUrl,
      genaiUrl: null,
      authorities: [pki.authorities.servers.pem],
      certificateId: 'good',
      signsIn: false,
    };
    const failing = async (change: Partial<typeof usual>) => {
      const { failed } = await tryOut({ ...usual, ...change }, { id: 'test' });
      return failed && [failed.step, failed.problem?.code];
    };
    const { failed, machines } = await tryOut(usual, { id: 'test' });
    expect(failed).toBeNull();
    expect(machines).toBeGreaterThan(0);

    const missing = 'tls-client-certificate-missing';
    expect(await failing({ certificateId: null })).toEqual(['certificate', missing]);
    // who signs in needs none
    expect(await failing({ certificateId: null, signsIn: true })).toBeNull();
    expect((await failing({ certificateId: 'foreign' }))?.[0]).toBe('certificate');
    expect(await failing({ authorities: [] })).toEqual(['tls', 'tls-server-not-trusted']);
    expect(await failing({ webApiUrl: `${nginx.baseUrl}/elsewhere` })).toEqual([
      'status',
      'http-not-found',
    ]);
    await nginx.stop();
    expect(await failing({})).toEqual(['reach', 'network-refused']);
    expect(await failing({ webApiUrl: '', genaiUrl: nginx.baseUrl })).toEqual([
      'reach',
      'network-refused',
    ]);
  });
});
