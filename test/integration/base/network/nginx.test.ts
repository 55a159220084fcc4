import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defaultConnection, type Network } from '../../../../main/base/network/index.ts';
import { createMachines } from '../../../../main/machines/monitor/index.ts';
import { fetchStatus } from '../../../../main/machines/monitor/status.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { findNginx, type Nginx, startNginx } from '../../../support/servers/nginx.ts';
import { behindTheDoor } from '../../../support/worlds/door.ts';
import { noNotices, plainMeanings, startHistory } from '../../../support/worlds/machine-history.ts';
import { testNetwork } from '../../../support/worlds/network.ts';
import {
  hasOpenssl,
  identityOf,
  makePki,
  type Pair,
  type Pki,
} from '../../../support/worlds/pki.ts';
import { startTestStorage } from '../../../support/worlds/storage.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const ready = (await findNginx()) !== null && (await hasOpenssl());
if (!ready) console.log('skipped: the Web API by nginx (nginx or openssl is not installed)');

describe.skipIf(!ready)('a Web API by nginx', () => {
  let dir: string;
  let pki: Pki;
  let network: Network;

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'nginx-'));
    pki = await makePki(join(dir, 'pki'));
    network = testNetwork({ env: {} });
  });
  afterAll(async () => {
    await network.close();
    await rm(dir, { recursive: true, force: true });
  });

  const status = (nginx: Nginx, user: Pair | null) =>
    fetchStatus(
      network,
      {
        address: nginx.baseUrl,
        identity: user === null ? null : identityOf(user),
        connection: defaultConnection([pki.authorities.servers.pem]),
        authorization: null,
      },
      () => new Date(),
    ).then(({ records }) => records);

  describe.each(['TLSv1.2', 'TLSv1.3'] as const)('over %s', (protocol) => {
    let nginx: Nginx;
    beforeAll(async () => {
      nginx = await startNginx({ pki, dir: join(dir, protocol), protocols: [protocol] });
    });
    afterAll(() => nginx.stop());

    test.each(['good', 'rsa', 'ed25519'] as const)('answers the certificate "%s"', async (name) => {
      expect(await status(nginx, pki.users[name])).toEqual([
        { name: 'fugaku', status: 'OK', record: { machine: 'fugaku', status: 'OK' } },
        {
          name: 'prepost',
          status: 'NG',
          record: { machine: 'prepost', status: 'NG', note: 'kept as it came' },
        },
      ]);
    });

    test('refuses none, an expired one and one from another authority, each by its name', async () => {
      const host = `localhost:${nginx.port}`;
      await expect(status(nginx, null)).rejects.toMatchObject({
        code: 'tls-client-certificate-missing',
        details: { host, status: 400 },
      });
      await expect(status(nginx, pki.users.expired)).rejects.toMatchObject({
        code: 'tls-client-certificate-expired',
        details: { host, notAfter: pki.users.expired.notAfter },
      });
      await expect(status(nginx, pki.users.foreign)).rejects.toMatchObject({
        code: 'tls-client-certificate-rejected',
        details: { host },
      });
    });
  });

  test('what it answers can change', async () => {
    const nginx = await startNginx({ pki, dir: join(dir, 'changing'), machines: [] });
    try {
      expect(await status(nginx, pki.users.good)).toEqual([]);
      await nginx.setMachines([{ machine: 'fugaku', status: 'NG' }]);
      expect(await status(nginx, pki.users.good)).toMatchObject([{ status: 'NG' }]);
      await nginx.setMachines('no JSON');
      await expect(status(nginx, pki.users.good)).rejects.toMatchObject({
        code: 'answer-not-json',
      });
    } finally {
      await nginx.stop();
    }
  });

  test.each([
    ['untrusted', 'tls-server-not-trusted', 'O=Test, CN=Foreign Authority'],
    ['wrongName', 'tls-server-name-mismatch', 'O=Test, CN=Test Server Authority'],
    ['expired', 'tls-server-expired', 'O=Test, CN=Test Server Authority'],
  ] as const)('a server that is %s gets nothing: %s', async (name, code, issuer) => {
    const nginx = await startNginx({ pki, dir: join(dir, name), server: pki.servers[name] });
    try {
      await expect(status(nginx, pki.users.good)).rejects.toMatchObject({
        code,
        details: { host: `localhost:${nginx.port}`, subject: 'CN=Test Server, O=Test', issuer },
      });
    } finally {
      await nginx.stop();
    }
  });

  test('the machines screen is fed by it, and a restart shows its last answer', async () => {
    const nginx = await startNginx({ pki, dir: join(dir, 'machines') });
    const database = await startTestStorage(join(dir, 'storage'));
    const system: System = {
      id: 'one',
      name: 'One',
      kind: 'real',
      webApiUrl: nginx.baseUrl,
      authUrl: null,
      genaiUrl: null,
      authorities: [],
      certificateId: null,
      route: 'certificate',
      reasoningBack: 'in-tool-rounds',
      longestRequest: 600,
      thinkTags: true,
      createdAt: new Date().toISOString(),
    };
    await database.run({
      sql: `INSERT INTO systems (id, name, kind, web_api_url, authorities, created_at)
            VALUES ('one', 'One', 'real', '', '[]', '')`,
    });
    let user: Pair | null = pki.users.good;
    const start = () => {
      const machines = createMachines({
        history: startHistory(database, 'Asia/Tokyo'),
        meanings: plainMeanings,
        notifications: noNotices,
        systems: {
          get: () => system,
          state: () => ({ systems: [system], selectedId: null }),
          onChange: () => () => undefined,
        },
        links: {
          to: (systemId, service) => ({
            ...{ systemId, service, address: nginx.baseUrl, connection: defaultConnection() },
            ...{ certificateId: null, onlyForBoundToken: false, byToken: false },
          }),
          onChange: () => () => undefined,
        },
        access: {
          openWebApi: async () => ({
            address: nginx.baseUrl,
            identity: user === null ? null : identityOf(user),
            connection: defaultConnection([pki.authorities.servers.pem]),
            authorization: null,
          }),
        },
        startDelay: 0,
        network,
        database,
        emit: () => undefined,
        log: { info: () => undefined, error: () => undefined },
      });
      return behindTheDoor('machines', machines, recordLog());
    };
    const sender = { id: 'test' };
    const machines = start();
    try {
      await machines.calls.refresh({ systemId: 'one' }, sender);
      const good = await machines.calls.snapshot({ systemId: 'one' }, sender);
      expect(good).toMatchObject({
        machines: [
          { name: 'fugaku', status: 'OK', state: 'up' },
          { name: 'prepost', status: 'NG', state: 'down', record: { note: 'kept as it came' } },
        ],
        problem: null,
      });
      user = null;
      await machines.calls.refresh({ systemId: 'one' }, sender);
      expect(await machines.calls.snapshot({ systemId: 'one' }, sender)).toMatchObject({
        machines: good.machines,
        checkedAt: good.checkedAt,
        problem: { code: 'tls-client-certificate-missing' },
      });
      const restarted = start();
      const shown = await restarted.calls.snapshot({ systemId: 'one' }, sender);
      expect(shown.machines).toEqual(good.machines);
      expect(shown.checkedAt).toBe(good.checkedAt);
      await restarted.close();
    } finally {
      await machines.close();
      await database.close();
      await nginx.stop();
    }
  });
});
