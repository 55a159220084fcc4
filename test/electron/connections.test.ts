import { once } from 'node:events';
import { chmod } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { MachinesState } from '../../preload/contract/machines/machines.ts';
import type { ConnectionChoices } from '../../preload/contract/systems/connections.ts';
import type { Examination, PinOutcome } from '../../preload/contract/systems/doctor.ts';
import type { ProxyInput } from '../../preload/contract/systems/proxy.ts';
import type { System } from '../../preload/contract/systems/systems.ts';
import { findNginx, type Nginx, startNginx } from '../support/servers/nginx.ts';
import { noProxies, squid, startSquid } from '../support/servers/real-proxies.ts';
import { nameOf } from '../support/worlds/doctor.ts';
import {
  fingerprintOf,
  hasOpenssl,
  issueServer,
  makePki,
  type Pair,
  type Pki,
  selfSigned,
} from '../support/worlds/pki.ts';
import {
  appWithTestPage,
  callOf,
  type Desk,
  keepCertificate,
  removeFolder,
  startDesk,
  temporaryFolder,
} from './support/desk.ts';

const isThere = (await hasOpenssl()) && (await findNginx()) !== null;
if (!isThere) console.log('skipped: connections of a real Electron (no openssl or no nginx)');
if (squid === undefined) console.log('skipped: proxies of a real Electron (no squid)');
const name = 'system.example';
const user = { name: 'taro', password: 'proxy-pass-0123' };

// test/integration has the same of Node; here BoringSSL judges, and Chromium says where the proxies are.
describe.skipIf(!isThere)('how a real Electron reaches a system', () => {
  let folder: string;
  let pki: Pki;
  let app: string;
  let nginx: Nginx;
  beforeAll(async () => {
    folder = await temporaryFolder();
    // squid gives root up, and has to come by here
    await chmod(folder, 0o755);
    [pki, app] = await Promise.all([makePki(join(folder, 'pki')), appWithTestPage(folder)]);
    const server = await issueServer(pki, 'named', { names: `DNS:${name},DNS:localhost` });
    nginx = await startNginx({ pki, dir: join(folder, 'nginx'), server });
  });
  afterAll(async () => {
    await nginx?.stop();
    if (folder) await removeFolder(folder);
  });

  async function open(data: string, env: Readonly<Record<string, string>> = {}) {
    const desk: Desk = await startDesk({
      ...{ app, dataFolder: join(folder, data) },
      env: { ...noProxies, ...env },
    });
    onTestFinished(() => desk.electron.close());
    const call = callOf(desk);
    await call('vault.setPassphrase', { passphrase: 'a long passphrase' });
    return {
      call,
      certificate: () => keepCertificate(desk, pki.users.good),
      async system(webApiUrl: string, more: Record<string, unknown> = {}) {
        const { id } = await call<System>('systems.add', {
          ...{ name: 'Own', webApiUrl, authUrl: null, genaiUrl: null },
          ...{ authorities: [pki.authorities.servers.pem], certificateId: null, ...more },
        });
        return id;
      },
      /** What asking for the machines comes to: their names, or the problem's code. */
      async machines(systemId: string) {
        await call('machines.refresh', { systemId });
        const { problem, machines } = await call<MachinesState>('machines.snapshot', { systemId });
        return problem?.code ?? machines.map((one) => one.name);
      },
      async examined(systemId: string) {
        const of = { systemId, service: 'webApi' };
        await call('doctor.start', { ...of, completion: false });
        const snapshot = () => call<Examination>('doctor.snapshot', of);
        await expect.poll(async () => (await snapshot()).state).toBe('ended');
        const { steps } = await snapshot();
        return Object.fromEntries(steps.map((step) => [step.id, nameOf(step)]));
      },
      pin: (systemId: string, fingerprint: string) =>
        call<PinOutcome>('doctor.pin', { systemId, service: 'webApi', fingerprint }),
      setProxy: (systemId: string, proxy: ProxyInput) =>
        call('connections.setProxy', { systemId, proxy }),
    };
  }

  async function listening(server: Server): Promise<number> {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    return (server.address() as AddressInfo).port;
  }

  describe.skipIf(squid === undefined)('through squid', () => {
    const address = () => nginx.baseUrl.replace('localhost', name);

    test('a proxy script of the computer says which way, and the certificate goes along', async () => {
      const proxy = await startSquid(join(folder, 'squid-open'), null, [`127.0.0.1 ${name}`]);
      onTestFinished(() => proxy.stop());
      const asked: string[] = [];
      const script = createServer((request, response) => {
        asked.push(request.url ?? '');
        response.setHeader('content-type', 'application/x-ns-proxy-autoconfig');
        response.end(
          `function FindProxyForURL(url, host) { return host === '${name}' ? 'PROXY ${proxy.host}' : 'DIRECT'; }`,
        );
      });
      const port = await listening(script);
      // Where no desktop environment says otherwise, Chromium takes the script's address from here.
      const desk = await open('script', { auto_proxy: `http://127.0.0.1:${port}/proxy.pac` });
      const certificateId = await desk.certificate();
      const systemId = await desk.system(address(), { certificateId });
      // A script that a slow machine has not run in time is asked anew.
      await expect.poll(() => desk.machines(systemId)).toEqual(['fugaku', 'prepost']);
      expect(asked).toContain('/proxy.pac');
      expect(await desk.examined(systemId)).toMatchObject({
        ...{ proxy: 'proxy-computer', connect: 'connect-by-proxy' },
        ...{ trust: 'trust-system-settings', clientCertificate: 'certificate-shown', http: 'http' },
      });
      const elsewhere = await desk.system('https://nowhere.invalid', { certificateId });
      expect(await desk.examined(elsewhere)).toMatchObject({
        ...{ proxy: 'proxy-none', lookup: 'network-name-not-found' },
      });
      // The user's word counts more than the computer's.
      await desk.setProxy(systemId, { kind: 'none' });
      expect(await desk.machines(systemId)).toBe('network-name-not-found');
    });

    test('a proxy of the system’s own asks for a password, and the certificate goes along', async () => {
      const proxy = await startSquid(join(folder, 'squid'), user, [`127.0.0.1 ${name}`]);
      onTestFinished(() => proxy.stop());
      const desk = await open('own-proxy');
      const systemId = await desk.system(address(), { certificateId: await desk.certificate() });
      const manual = { kind: 'manual', address: `http://${proxy.host}`, except: '' } as const;
      await desk.setProxy(systemId, { ...manual, user: null, password: null });
      expect(await desk.examined(systemId)).toMatchObject({ proxy: 'proxy-sign-in' });
      await desk.setProxy(systemId, { ...manual, user: user.name, password: 'another' });
      expect(await desk.examined(systemId)).toMatchObject({ proxy: 'proxy-sign-in' });
      await desk.setProxy(systemId, { ...manual, user: user.name, password: user.password });
      expect(await desk.examined(systemId)).toMatchObject({
        ...{ proxy: 'proxy-chosen', clientCertificate: 'certificate-shown', http: 'http' },
      });
      expect(await desk.machines(systemId)).toEqual(['fugaku', 'prepost']);
    });
  });

  test('a pinned certificate is trusted at its address alone, and another one there is not', async () => {
    let pair: Pair = await selfSigned(pki);
    const first = pair;
    let server = createHttps();
    let port = 0;
    const show = async (next: Pair): Promise<void> => {
      server.closeAllConnections();
      server.close();
      pair = next;
      const { privateKeyPem: key, certificatePem: cert } = pair;
      server = createHttps({ key, cert }, (_, response) => {
        response.writeHead(200, { 'content-type': 'application/json', connection: 'close' });
        response.end('[{"machine":"pinned","status":"OK"}]');
      });
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      port = (server.address() as AddressInfo).port;
    };
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    await show(first);
    const desk = await open('pins');
    const systemId = await desk.system(`https://localhost:${port}`, { authorities: [] });
    expect(await desk.examined(systemId)).toMatchObject({ trust: 'trust-self-signed' });
    expect(await desk.machines(systemId)).toBe('tls-server-not-trusted');
    const other = fingerprintOf(pki.servers.untrusted.certificatePem);
    expect((await desk.pin(systemId, other)).outcome).toBe('differs');
    expect((await desk.pin(systemId, fingerprintOf(first.certificatePem))).outcome).toBe('pinned');
    expect(await desk.machines(systemId)).toEqual(['pinned']);

    const authority = { name: 'pinned', ...first, pem: first.certificatePem };
    const issued = await issueServer(pki, 'of-the-pinned', { authority });
    const chain = { ...issued, certificatePem: issued.certificatePem + first.certificatePem };
    for (const next of [pki.servers.untrusted, issued, chain]) {
      await show(next);
      expect(await desk.machines(systemId)).toBe('tls-server-not-trusted');
    }
    // A leaf that an unknown authority issued counts by itself.
    await show(pki.servers.untrusted);
    expect((await desk.pin(systemId, other)).outcome).toBe('pinned');
    expect(await desk.machines(systemId)).toEqual(['pinned']);
    expect(await desk.examined(systemId)).toMatchObject({ trust: 'trust-pinned', http: 'http' });
    const { pins } = await desk.call<ConnectionChoices>('connections.snapshot', { systemId });
    expect(pins.map(({ host }) => host)).toContain(`localhost:${port}`);
    for (const { host, fingerprint } of pins) {
      await desk.call('connections.removePin', { systemId, host, fingerprint });
    }
    expect(await desk.machines(systemId)).toBe('tls-server-not-trusted');
  });
});
