import { expect, test } from 'vitest';
import { isCertificateHalf, isOwnFile } from '../../../preload/contract/systems/own-files.ts';

test('certificates, keys and systems are known by the end of their names', () => {
  for (const name of [
    'a.p12',
    'A.PFX',
    'k.key',
    'c.pem',
    'c.crt',
    'c.CER',
    'c.der',
    'x.ComputeDesk',
  ])
    expect([name, isOwnFile(name)]).toEqual([name, true]);
  for (const name of ['a.txt', 'p12', 'a.p12.txt', '', 'computedesk', 'a.json', 'keys'])
    expect([name, isOwnFile(name)]).toEqual([name, false]);
  expect(['a.p12', 'a.pfx', 'a.pem'].map(isCertificateHalf)).toEqual([false, false, true]);
});
