import { X509Certificate } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Authority, openAuthority } from '../../../main/demo/pki/authority.ts';
import { judgeClientCertificate } from '../../../main/demo/pki/client-certificate.ts';
import { testFolder } from '../../support/files/folder.ts';

const now = Date.now();

async function issue(
  from: Authority,
  purpose: 'client' | 'server',
  commonName = 'A, "B" <C>',
): Promise<X509Certificate> {
  return new X509Certificate((await from.issue({ commonName, purpose })).certificatePem);
}

describe('judging a client certificate', () => {
  test('accepts one of its own and reads the name without escapes', async () => {
    const authority = await openAuthority(testFolder(), new Date());
    const verdict = judgeClientCertificate(
      await issue(authority, 'client'),
      authority.certificate,
      now,
    );
    expect(verdict).toMatchObject({ kind: 'accepted', commonName: 'A, "B" <C>' });
  });

  test('refuses it before its start, after its end, for another purpose and from elsewhere', async () => {
    const authority = await openAuthority(testFolder(), new Date());
    const other = await openAuthority(testFolder(), new Date());
    const mine = await issue(authority, 'client');
    const kind = (certificate: X509Certificate, at: number): string =>
      judgeClientCertificate(certificate, authority.certificate, at).kind;
    const day = 24 * 60 * 60 * 1000;
    expect(kind(mine, now - 2 * day)).toBe('expired');
    expect(kind(mine, now + 366 * day)).toBe('expired');
    expect(kind(await issue(authority, 'server'), now)).toBe('wrong-purpose');
    expect(kind(await issue(other, 'client'), now)).toBe('foreign');
  });
});
