import { spawnSync } from 'node:child_process';
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSums } from '../../main/settings/updates/release.ts';
import { removeFolder, temporaryFolder } from '../electron/support/desk.ts';
import { hasOpenssl } from '../support/worlds/pki.ts';
import { runPackage, version } from './support/packages.ts';

const openssl = await hasOpenssl();
if (!openssl)
  console.log('skipped: the signature by the commands of CHECK.txt (openssl is not here)');

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => removeFolder(folder));

const keys: readonly (readonly [string, () => { privateKey: KeyObject; publicKey: KeyObject }])[] =
  [
    ['RSA', () => generateKeyPairSync('rsa', { modulusLength: 2048 })],
    ['RSA-PSS', () => generateKeyPairSync('rsa-pss', { modulusLength: 2048 })],
    ['ECDSA', () => generateKeyPairSync('ec', { namedCurve: 'P-256' })],
    ['Ed448', () => generateKeyPairSync('ed448')],
  ];

test.skipIf(!openssl).each(keys)(
  'a site’s list signed with a key of %s is believed by the app and by the command of CHECK.txt',
  (name, make) => {
    const site = join(folder, name);
    mkdirSync(site);
    writeFileSync(join(site, `compute-desk-${version}-win-x64.msi`), 'stands in for one');
    const { privateKey, publicKey } = make();
    const key = join(folder, `${name}.pem`);
    writeFileSync(key, privateKey.export({ type: 'pkcs8', format: 'pem' }));
    const done = runPackage([`--finish=${site}`], { COMPUTE_DESK_SIGNING_KEY: key });
    expect(done.status, done.output).toBe(0);

    const read = (file: string): Buffer => readFileSync(join(site, file));
    const sums = read('SHA256SUMS');
    const given = { sums, signature: read('SHA256SUMS.sig'), pem: read('SHA256SUMS.pem') };
    const der = publicKey.export({ type: 'spki', format: 'der' });
    const believed = readSums(given, createHash('sha256').update(der).digest('hex'));
    expect([...believed.keys()]).toContain(`compute-desk-${version}-win-x64.msi`);

    const howTo = read('CHECK.txt').toString();
    const [, command = ''] = /^ {5}(openssl .*)$/m.exec(howTo) ?? [];
    const digest = name === 'Ed448' ? '' : ` ${/with (-digest \w+) where/.exec(howTo)?.[1]}`;
    const checked = spawnSync('sh', ['-c', command.replace('KEY', 'SHA256SUMS') + digest], {
      cwd: site,
      encoding: 'utf8',
    });
    expect(checked.status, checked.stdout + checked.stderr).toBe(0);
    writeFileSync(join(site, 'SHA256SUMS'), `${sums}\n`);
    const changed = spawnSync('sh', ['-c', command.replace('KEY', 'SHA256SUMS') + digest], {
      cwd: site,
    });
    expect(changed.status).not.toBe(0);
  },
);
