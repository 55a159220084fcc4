import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';

/**
 * The version that is packed, of package.json. Three numbers alone stand in the same order for dpkg, rpm, Windows and
 * the app's own updates: to dpkg `0.2.0-beta.1` is newer than `0.2.0`, and rpm knows no hyphen.
 * @throws Error where it is no such version
 */
export function packedVersion(
  { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string },
): string {
  if (/^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version)) return version;
  throw new Error(
    `no packages are made of version ${version}: it has to be three numbers, like 1.2.3 (package.json)`,
  );
}
