import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../toolchain.mjs';
import { billOfMaterials } from './bill.ts';
import { sha256 } from './sums.ts';

/**
 * Completes a folder of packages for a site without internet: licences, bill of materials, checksums of all of it,
 * their signature where `COMPUTE_DESK_SIGNING_KEY` names a private key (PEM), and how to check them.
 */
export function finishSite(
  output: string,
  packages: readonly string[],
  electron: string | null,
): void {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    version: string;
  };
  const beside = ['LICENSE', 'dist/THIRD-PARTY-NOTICES.txt'].map((file) => {
    const copy = join(output, basename(file));
    cpSync(join(root, file), copy);
    return copy;
  });
  const bill = join(output, `compute-desk-${version}.cdx.json`);
  writeFileSync(bill, `${JSON.stringify(billOfMaterials(packages, electron), null, 2)}\n`);
  const howTo = join(output, 'CHECK.txt');
  writeFileSync(howTo, check);
  const update = join(output, 'update.json');
  writeFileSync(update, `${JSON.stringify(descriptionOf(version, packages), null, 2)}\n`);
  const sums = [...packages, ...beside, bill, howTo, update]
    .map((file) => `${sha256(file)}  ${basename(file)}\n`)
    .sort((a, b) => (a.slice(66) < b.slice(66) ? -1 : 1))
    .join('');
  writeFileSync(join(output, 'SHA256SUMS'), sums);
  signSums(output, sums);
  for (const file of packages) {
    console.log(`${basename(file)}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
}

/** What the app shows before it fetches a package; what changed, in both languages, is in the file that is named. */
function descriptionOf(release: string, packages: readonly string[]): object {
  const { COMPUTE_DESK_CHANGES: named } = process.env;
  const changes = named ? JSON.parse(readFileSync(named, 'utf8')) : { en: '', ja: '' };
  const files = packages.map((file) => ({ name: basename(file), size: statSync(file).size }));
  return { format: 'compute-desk-update', version: 1, release, changes, files };
}

function signSums(output: string, sums: string): void {
  const { COMPUTE_DESK_SIGNING_KEY: named } = process.env;
  if (named === undefined || named === '') {
    console.log('SHA256SUMS is not signed: COMPUTE_DESK_SIGNING_KEY names no key');
    return;
  }
  const key = createPrivateKey(readFileSync(named));
  const digest = key.asymmetricKeyType?.startsWith('ed') ? null : 'sha256';
  writeFileSync(join(output, 'SHA256SUMS.sig'), sign(digest, Buffer.from(sums), key));
  const text = createPublicKey(key).export({ type: 'spki', format: 'pem' });
  writeFileSync(join(output, 'SHA256SUMS.pem'), text);
}

const check = `How to check what lies here

1. Every file is the one that was made:
     sha256sum --check SHA256SUMS

2. The list of checksums is ours. It is signed if SHA256SUMS.sig is here. The public key must come to you by another way
   than these files; SHA256SUMS.pem is only to compare with it.
     openssl pkeyutl -verify -rawin -pubin -inkey KEY.pem -in SHA256SUMS -sigfile SHA256SUMS.sig
   with -digest sha256 where the key is not of Ed25519 or Ed448.

3. What is in the packages: the bill of materials (CycloneDX, compute-desk-*.cdx.json), and THIRD-PARTY-NOTICES.txt with
   the text of each licence.
`;
