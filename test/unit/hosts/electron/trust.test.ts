import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Certificate, Session } from 'electron';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  describeCertificate,
  findCertificate,
} from '../../../../main/hosts/electron/sign-in/client-certificates.ts';
import { addTrust, hasTrustedChain } from '../../../../main/hosts/electron/sign-in/trust.ts';
import { hasOpenssl, makePki, type Pki } from '../../../support/worlds/pki.ts';

const openssl = await hasOpenssl();
if (!openssl) console.log('skipped: the certificates are made with openssl');

describe.skipIf(!openssl)('certificates in the sign-in window without the gateway', () => {
  let folder: string;
  let pki: Pki;
  let authority: X509Certificate;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trust-'));
    pki = await makePki(join(folder, 'pki'));
    authority = new X509Certificate(pki.authorities.servers.pem);
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const trusts = (pem: string, change: { hostname?: string; at?: Date; roots?: string } = {}) =>
    hasTrustedChain([change.roots === undefined ? authority : new X509Certificate(change.roots)], {
      hostname: change.hostname ?? 'localhost',
      chain: [new X509Certificate(pem)],
      at: change.at ?? new Date(),
    });

  test('a server of the system’s authority is trusted, by name and by address', () => {
    const { certificatePem } = pki.servers.good;
    expect(trusts(certificatePem)).toBe(true);
    expect(trusts(certificatePem, { hostname: '127.0.0.1' })).toBe(true);
    expect(trusts(certificatePem, { hostname: '[::1]' })).toBe(true);
  });

  test('what is wrong in any other way stays refused', () => {
    const { good, wrongName, expired, untrusted } = pki.servers;
    expect(trusts(good.certificatePem, { hostname: 'elsewhere.example' })).toBe(false);
    expect(trusts(wrongName.certificatePem)).toBe(false);
    expect(trusts(expired.certificatePem)).toBe(false);
    expect(trusts(untrusted.certificatePem)).toBe(false);
    expect(trusts(good.certificatePem, { roots: pki.authorities.foreign.pem })).toBe(false);
    expect(trusts(good.certificatePem, { at: new Date('2100-01-01') })).toBe(false);
    // A server's certificate is no authority, even one that is in the list.
    expect(trusts(untrusted.certificatePem, { roots: good.certificatePem })).toBe(false);
  });

  test.each([
    { code: -202, name: 'ERR_CERT_AUTHORITY_INVALID', verdict: 0 },
    // Since Chromium 138 or so, for what signs itself at an address of the local network.
    { code: -219, name: 'ERR_CERT_SELF_SIGNED_LOCAL_NETWORK', verdict: 0 },
    { code: -200, name: 'ERR_CERT_COMMON_NAME_INVALID', verdict: -3 },
    { code: -201, name: 'ERR_CERT_DATE_INVALID', verdict: -3 },
    { code: -206, name: 'ERR_CERT_REVOKED', verdict: -3 },
    { code: -217, name: 'ERR_CERT_KNOWN_INTERCEPTION_BLOCKED', verdict: -3 },
    { code: 0, name: 'OK', verdict: -3 },
  ])('what Chromium calls $name is decided: $verdict', ({ code, verdict }) => {
    type Verify = NonNullable<Parameters<Session['setCertificateVerifyProc']>[0]>;
    let verify: Verify = () => undefined;
    const session = {
      setCertificateVerifyProc(given: Verify | null) {
        verify = given ?? verify;
      },
    };
    addTrust(session, [pki.authorities.servers.pem]);
    const said: number[] = [];
    const certificate = { data: pki.servers.good.certificatePem, fingerprint: 'a' } as Certificate;
    const about = { hostname: 'localhost', certificate, errorCode: code } as Parameters<Verify>[0];
    verify(about, (one) => said.push(one));
    expect(said).toEqual([verdict]);
  });

  test('a user’s certificate does not make a server', () => {
    const { certificatePem } = pki.users.good;
    expect(trusts(certificatePem, { roots: pki.authorities.users.pem })).toBe(false);
  });

  test('the picker shows each with its own fingerprint, and gives the one that was picked', async () => {
    const offered = await Promise.all(
      [pki.users.good, pki.users.rsa].map(async ({ certificateFile }) => {
        const data = await readFile(certificateFile, 'utf8');
        const { validFrom, validTo } = new X509Certificate(data);
        const seconds = (text: string): number => Date.parse(text) / 1000;
        return {
          data,
          validStart: seconds(validFrom),
          validExpiry: seconds(validTo),
        } as Certificate;
      }),
    );
    const shown = offered.map(describeCertificate);
    expect(new Set(shown.map(({ fingerprint }) => fingerprint)).size).toBe(2);
    expect(shown[0]?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect(shown[0]?.subject).toContain('CN=Test User good');
    expect(findCertificate(offered, shown[1]?.fingerprint ?? null)).toBe(offered[1]);
    expect(findCertificate(offered, null)).toBeUndefined();
    expect(findCertificate(offered, 'ab'.repeat(32))).toBeUndefined();
  });
});
