import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { cpSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../toolchain.mjs';
import type { PackedElectron } from '../electron.ts';
import { copyPolicy } from '../policy.ts';
import { unsignedMark } from '../signing.ts';
import { packedVersion } from '../version.ts';
import { billOfMaterials } from './bill.ts';
import { sha256 } from './sums.ts';

/** Names of the app's packages from any maker; each contains the version. */
const packageName =
  /^compute-desk(?:-web)?[-_].*\.(?:deb|rpm|AppImage|tar\.zst|tar\.gz|exe|msi|dmg|zip)$/;
const sumsName = 'SHA256SUMS';
const ofTheSite = [
  'LICENSE',
  'THIRD-PARTY-NOTICES.txt',
  'CHECK.txt',
  'update.json',
  'policy',
  sumsName,
  `${sumsName}.sig`,
  `${sumsName}.pem`,
];

/** Returns the packages in a folder from any maker, sorted. */
export function packagesIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => packageName.test(name))
    .sort();
}

/** Removes the files of `finishSite`, and nothing else. */
export function clearSite(folder: string): void {
  const own = readdirSync(folder).filter(
    (name) => ofTheSite.includes(name) || /^compute-desk-(?:web-)?[\d.]+\.cdx\.json$/.test(name),
  );
  for (const name of own) rmSync(join(folder, name), { recursive: true });
}

/**
 * Completes a folder of packages for a site without internet: policy templates, licences, bills of materials, checksums
 * of everything, their signature if `COMPUTE_DESK_SIGNING_KEY` names a private key (PEM), and how to check them.
 * @param electron the packages' runtime, requested if one has it
 * @throws Error if it has no package, or one of another version
 */
export async function finishSite(
  output: string,
  electron: () => Promise<PackedElectron>,
): Promise<void> {
  const version = packedVersion();
  const names = packagesIn(output);
  if (names.length === 0) throw new Error(`no packages lie in ${output}`);
  refuseOthers(output);
  refuseUnsigned(names);
  clearSite(output);
  const packages = names.map((name) => join(output, name));
  for (const file of ['LICENSE', 'dist/THIRD-PARTY-NOTICES.txt']) {
    cpSync(join(root, file), join(output, basename(file)));
  }
  copyPolicy(join(output, 'policy'));
  const write = (name: string, content: object | string): void => {
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, null, 2)}\n`;
    writeFileSync(join(output, name), text);
  };
  const ofWeb = packages.filter((file) => basename(file).startsWith('compute-desk-web-'));
  const ofDesktop = packages.filter((file) => !ofWeb.includes(file));
  const bills: string[] = [];
  const writeBill = (name: string, of: readonly string[], around: PackedElectron | null): void => {
    write(name, billOfMaterials(of, around));
    bills.push(name);
  };
  if (ofDesktop.length > 0) {
    writeBill(`compute-desk-${version}.cdx.json`, ofDesktop, await electron());
  }
  if (ofWeb.length > 0) writeBill(`compute-desk-web-${version}.cdx.json`, ofWeb, null);
  write('CHECK.txt', check);
  write('update.json', descriptionOf(version, packages));
  const beside = ofTheSite.filter((name) => !name.startsWith(sumsName));
  const sums = [...names, ...bills, ...beside]
    .flatMap((name) => filesAt(output, name))
    .sort()
    .map((name) => `${sha256(join(output, name))}  ${name}\n`)
    .join('');
  write(sumsName, sums);
  signSums(output, sums);
  for (const file of packages) {
    console.log(`${basename(file)}: ${(statSync(file).size / 1e6).toFixed(1)} MB`);
  }
}

/** @throws Error if it contains a package of another version, which would be listed as this one */
export function refuseOthers(folder: string): void {
  const version = packedVersion();
  const others = packagesIn(folder).filter((name) => !isOf(name, version));
  if (others.length > 0) throw new Error(`not of version ${version}: ${others.join(', ')}`);
}

const isOf = (name: string, version: string): boolean =>
  name.split(/[-_]/).some((part) => part === version || part.startsWith(`${version}.`));

/** @throws Error if one is not signed for its system, because nobody should get it */
export function refuseUnsigned(names: readonly string[]): void {
  const unsigned = names.filter((name) => name.includes(`${unsignedMark}.`));
  if (unsigned.length > 0) throw new Error(`to try, not to ship: ${unsigned.join(', ')}`);
}

/** Returns a file, or all in a folder, by the names that `sha256sum` uses from the site's folder. */
function filesAt(folder: string, name: string): string[] {
  if (!statSync(join(folder, name)).isDirectory()) return [name];
  return readdirSync(join(folder, name)).flatMap((one) => filesAt(folder, `${name}/${one}`));
}

/**
 * Returns the description that the app shows before it downloads a package; changes, in both languages, come from the
 * named file.
 */
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

3. For who sets a policy, and for the administrator: policy/ (rollout.md, policy.md, the templates of Windows and macOS).

4. What is in the packages: the bills of materials (CycloneDX; compute-desk-web-*.cdx.json is that of the web host), and
   THIRD-PARTY-NOTICES.txt with the text of each licence. Those of Electron and Chromium lie in each package.
`;
