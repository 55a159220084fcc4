import { X509Certificate } from 'node:crypto';
import { createServer as createHttp, type RequestListener } from 'node:http';
import { describe, expect, test } from 'vitest';
import { json } from '../../support/servers/doctor-servers.ts';
import { diagnosis, doctorFor } from '../../support/worlds/doctor.ts';
import { doctorPlace } from '../../support/worlds/doctor-place.ts';
import { testNetwork } from '../../support/worlds/network.ts';
import {
  type Authority,
  fingerprintOf,
  hasOpenssl,
  issueServer,
  type Pair,
} from '../../support/worlds/pki.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: intermediates that servers leave out (no openssl command)');

describe.skipIf(!openssl)('an intermediate that a server left out', () => {
  const place = doctorPlace();
  const { servers, cleanUps, ours } = place;
  let count = 0;

  /** An authority below another. */
  async function intermediate(above: Authority): Promise<Authority> {
    const name = `intermediate-${count++}`;
    const pair = await issueServer(place.pki, name, {
      ...{ authority: above, subject: `/O=Test/CN=${name}` },
      extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=critical,keyCertSign'],
    });
    return { name, ...pair, pem: pair.certificatePem };
  }
  const derOf = (pem: string): Buffer => new X509Certificate(pem).raw;

  /** A place of certificates, and what it was asked. */
  async function issuerAt(listener: RequestListener) {
    const asked: string[] = [];
    const server = createHttp((request, response) => {
      asked.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
      listener(request, response);
    });
    const port = await servers.listening(server);
    return { address: `http://127.0.0.1:${port}/issuer.cer`, asked };
  }
  const serving =
    (bytes: Buffer): RequestListener =>
    (_request, response) =>
      void response.end(bytes);

  /** A server that sends its own certificate only, which names where its issuer's is. */
  async function incomplete(authority: Authority, at: string): Promise<Pair> {
    return issueServer(place.pki, `incomplete-${count++}`, {
      authority,
      extensions: [`authorityInfoAccess=caIssuers;URI:${at}`],
    });
  }
  async function worldOf(pair: Pair) {
    const address = await servers.https(json(200, []), pair);
    const world = await doctorFor(place.database, {
      ...{ service: 'webApi', address },
      system: {
        authorities: ours(),
      },
    });
    cleanUps.push(() => world.close());
    const { systemId } = world;
    return {
      ...world,
      asked: () =>
        world.network
          .request({ url: address, connection: world.links.to(systemId, 'webApi').connection })
          .then(
            ({ status }) => status,
            (error: { code?: string }) => error.code,
          ),
      kept: async () => (await world.decided()).intermediates,
    };
  }

  test('is fetched when it is asked for, without anything of the user’s, and kept as an intermediate only', async () => {
    const issuer = await intermediate(place.pki.authorities.servers);
    const at = await issuerAt(serving(derOf(issuer.pem)));
    const pair = await incomplete(issuer, at.address);
    const world = await worldOf(pair);
    await world.start();
    const result = await world.ended();
    expect(diagnosis(result)).toEqual({ trust: 'trust-incomplete' });
    const facts = result.steps.flatMap((step) => step.facts);
    expect(facts).toContainEqual({ name: 'caIssuers', values: [at.address] });
    expect(at.asked).toEqual([]);

    const fingerprint = fingerprintOf(issuer.pem);
    expect(await world.askIssuer()).toMatchObject({
      ...{ outcome: 'found', address: at.address },
      authority: { fingerprint },
    });
    const { host } = new URL(at.address);
    expect(at.asked).toEqual([
      `GET /issuer.cer ${JSON.stringify({ host, connection: 'keep-alive', accept: '*/*' })}`,
    ]);
    expect(await world.kept()).toEqual([]);
    expect(await world.asked()).toBe('tls-server-not-trusted');
    expect(await world.keepIssuer(fingerprintOf(place.pki.authorities.foreign.pem))).toEqual({
      stored: false,
    });
    expect(await world.keepIssuer(fingerprint)).toEqual({ stored: true });
    expect(await world.kept()).toMatchObject([{ fingerprint }]);
    expect(await world.asked()).toBe(200);
    await world.removeIntermediate(fingerprint);
    expect(await world.asked()).toBe('tls-server-not-trusted');
  });

  test('is no root: without the authority above it nothing that it issued is trusted', async () => {
    const issuer = await intermediate(place.pki.authorities.foreign);
    const at = await issuerAt(serving(Buffer.from(issuer.pem)));
    const world = await worldOf(await incomplete(issuer, at.address));
    expect(await world.askIssuer()).toMatchObject({ outcome: 'leads-nowhere' });
    expect(await world.keepIssuer(fingerprintOf(issuer.pem))).toEqual({ stored: false });
    const { systemId } = world;
    await world.connections.addIntermediate(systemId, {
      ...{ subject: '', notAfter: '2030-01-01T00:00:00.000Z' },
      ...{ fingerprint: fingerprintOf(issuer.pem), pem: issuer.pem },
    });
    expect(await world.asked()).toBe('tls-server-not-trusted');
  });

  test.each([
    ['the root itself', 'root', () => derOf(place.pki.authorities.foreign.pem)],
    [
      'the certificate of another authority',
      'another',
      () => derOf(place.pki.authorities.users.pem),
    ],
    ['no certificate', 'no-certificate', () => Buffer.from('<html>Sign in</html>')],
    ['a huge file', 'too-large', () => Buffer.alloc(5_000_000)],
  ])('%s at that address is not taken', async (_name, outcome, bytes) => {
    const at = await issuerAt(serving(bytes()));
    const world = await worldOf(await incomplete(place.pki.authorities.foreign, at.address));
    expect(await world.askIssuer()).toEqual({ outcome, address: at.address, authority: null });
    expect(await world.kept()).toEqual([]);
  });

  test('a file without an end is given up, and so is a place that is silent or leads elsewhere', async () => {
    const endless = await issuerAt((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(Buffer.alloc(16_384)));
      };
      response.on('drain', more);
      more();
    });
    const target = await issuerAt(serving(derOf(place.pki.authorities.foreign.pem)));
    const leading = await issuerAt((_request, response) => {
      response.writeHead(302, { location: target.address }).end();
    });
    const signal = new AbortController().signal;
    const network = testNetwork({ env: {}, usualAuthorities: [] });
    cleanUps.push(() => network.close());
    const fetched = (address: string) =>
      network.examiner.fetch(new URL(address), '127.0.0.1', { kind: 'system' }, signal);
    await expect(fetched(endless.address)).rejects.toMatchObject({ code: 'answer-too-large' });
    await expect(fetched(leading.address)).rejects.toMatchObject({ code: 'http-status' });
    expect(target.asked).toEqual([]);
    const silent = await issuerAt(() => undefined);
    await expect(fetched(silent.address)).rejects.toMatchObject({ code: 'network-timeout' });
  });

  test.each([
    'file:///etc/passwd',
    'ldap://ca.example/cn=issuer',
    'https://127.0.0.1/issuer.cer',
    'http://user:pass@ca.example/issuer.cer',
  ])('%s is not asked', async (address) => {
    const world = await worldOf(await incomplete(place.pki.authorities.foreign, address));
    expect(await world.askIssuer()).toEqual({ outcome: 'not-http', address, authority: null });
  });

  test('a server out there has nothing asked of this computer or its network', async () => {
    const at = await issuerAt(serving(derOf(place.pki.authorities.foreign.pem)));
    const { port } = new URL(at.address);
    const network = testNetwork({
      ...{ env: {}, usualAuthorities: [] },
      lookup: async () => [{ address: '203.0.113.9' }, { address: '127.0.0.1' }],
    });
    cleanUps.push(() => network.close());
    const signal = new AbortController().signal;
    const fetched = (host: string, server: string | null) =>
      network.examiner.fetch(
        new URL(`http://${host}:${port}/`),
        server,
        { kind: 'system' },
        signal,
      );
    const tooNear = { code: 'address-invalid', details: { problem: 'too-near' } };
    const near = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0.0.0.0'];
    for (const host of [...near, 'rebound.example', '10.0.0.1', '169.254.169.254', '[fe80::1]']) {
      await expect(fetched(host, '203.0.113.1'), host).rejects.toMatchObject(tooNear);
      await expect(fetched(host, null), host).rejects.toMatchObject(tooNear);
    }
    // One of the own network may name another there, and nothing of this computer.
    await expect(fetched('127.0.0.1', '10.0.0.1')).rejects.toMatchObject(tooNear);
    await expect(fetched('169.254.169.254', '127.0.0.1')).rejects.toMatchObject(tooNear);
    expect(at.asked).toEqual([]);
  });
});
