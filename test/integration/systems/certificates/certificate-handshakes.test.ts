import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testFolder } from '../../../support/files/folder.ts';
import { startAlertingServer } from '../../../support/servers/alerting-server.ts';
import { findNginx, startNginx } from '../../../support/servers/nginx.ts';
import { certificatesWorld } from '../../../support/worlds/certificates.ts';
import { hasOpenssl, makePki, type Pki } from '../../../support/worlds/pki.ts';

const ready = (await findNginx()) !== null && (await hasOpenssl());
if (!ready) console.log('skipped: handshakes with imported keys (nginx or openssl is missing)');

const keys = {
  'RSA 2048': ['RSA', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'RSA 4096': ['RSA', '-pkeyopt', 'rsa_keygen_bits:4096'],
  'RSA-PSS 2048': ['RSA-PSS', '-pkeyopt', 'rsa_keygen_bits:2048'],
  'EC P-256': ['EC', '-pkeyopt', 'ec_paramgen_curve:P-256'],
  'EC P-384': ['EC', '-pkeyopt', 'ec_paramgen_curve:P-384'],
  'EC P-521': ['EC', '-pkeyopt', 'ec_paramgen_curve:P-521'],
  Ed25519: ['ED25519'],
  Ed448: ['ED448'],
  'EC secp256k1': ['EC', '-pkeyopt', 'ec_paramgen_curve:secp256k1'],
} as const;
type KeyName = keyof typeof keys;

const usable: readonly KeyName[] = [
  'RSA 2048',
  'RSA 4096',
  'RSA-PSS 2048',
  'EC P-256',
  'EC P-384',
  'EC P-521',
  'Ed25519',
  'Ed448',
];

const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });

/** A user of the PKI with such a key, as the `.p12` that the site would send. */
function issue(pki: Pki, kind: KeyName): Buffer {
  const base = join(pki.dir, kind.replace(' ', '-'));
  const { certificateFile: authority, keyFile: authorityKey } = pki.authorities.users;
  openssl('genpkey', '-algorithm', ...keys[kind], '-out', `${base}.key`);
  openssl('req', '-new', '-key', `${base}.key`, '-subj', '/O=Test/CN=User', '-out', `${base}.csr`);
  openssl(
    ...['x509', '-req', '-in', `${base}.csr`, '-CA', authority, '-CAkey', authorityKey],
    ...['-CAcreateserial', '-CAserial', `${base}.srl`, '-days', '50', '-out', `${base}.crt`],
  );
  openssl(
    ...['pkcs12', '-export', '-inkey', `${base}.key`, '-in', `${base}.crt`],
    ...['-certfile', authority, '-out', `${base}.p12`, '-passout', 'pass:secret'],
  );
  return readFileSync(`${base}.p12`);
}

describe.skipIf(!ready)('imported keys', () => {
  test('of every usable kind sign in to nginx and to openssl s_server', async () => {
    const dir = testFolder();
    const pki = await makePki(join(dir, 'pki'));
    const world = await certificatesWorld();
    world.at(new Date(Date.now() + 60_000));
    const servers: { name: string; url: string }[] = [];
    for (const protocol of ['TLSv1.2', 'TLSv1.3'] as const) {
      const nginx = await startNginx({ pki, dir: join(dir, protocol), protocols: [protocol] });
      onTestFinished(() => nginx.stop());
      servers.push({ name: `nginx ${protocol}`, url: `${nginx.baseUrl}/status/` });
    }
    for (const version of ['tls1_2', 'tls1_3'] as const) {
      const server = await startAlertingServer(pki, version);
      onTestFinished(() => server.stop());
      servers.push({ name: `s_server ${version}`, url: server.url });
    }
    const authorities = [pki.authorities.servers.pem];
    const outcomes: Record<string, unknown> = {};
    for (const kind of usable) {
      const { id, leaf, checks } = await world.keep(issue(pki, kind), 'secret', kind);
      expect(leaf.keyType).toBe(kind);
      expect(checks).toEqual([]);
      const identity = await world.certificates.identity(id);
      for (const { name, url } of servers) {
        outcomes[`${kind}, ${name}`] = await world.network
          .request({ url, identity, authorities })
          .then(
            ({ status }) => status,
            (error: unknown) => error,
          );
      }
    }
    console.log(`handshakes: ${Object.keys(outcomes).length}, ${usable.join(', ')}`);
    const expected = usable.flatMap((kind) => servers.map(({ name }) => [`${kind}, ${name}`, 200]));
    expect(outcomes).toEqual(Object.fromEntries(expected));
  });

  test('of another kind are kept and named, with nothing promised', async () => {
    const pki = await makePki(join(testFolder(), 'pki'));
    const world = await certificatesWorld();
    world.at(new Date(Date.now() + 60_000));
    const { checks } = await world.keep(issue(pki, 'EC secp256k1'), 'secret');
    expect(checks).toEqual([
      { code: 'key-unusable-here', severity: 'error', detail: 'EC secp256k1' },
    ]);
  });
});
