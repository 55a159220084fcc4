import { expect, test } from 'vitest';
import { splitCertificates } from '../../../../main/base/x509/pem.ts';

const one = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';

test.each([
  ['', []],
  [`subject=a\n${one}\n\nissuer=b\n${one}`, [one, one]],
  ['-----BEGIN CERTIFICATE-----\nMIIB', []],
  [`-----END CERTIFICATE-----\n${one}`, [one]],
])('the certificates in %j', (text, blocks) => {
  expect(splitCertificates(text)).toEqual(blocks);
});
