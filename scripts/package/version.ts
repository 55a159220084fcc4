import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';

/**
 * Returns the version to pack, from package.json. Only three plain numbers sort the same for dpkg, rpm, Windows and the
 * app's own updates: dpkg treats `0.2.0-beta.1` as newer than `0.2.0`, and rpm allows no hyphen.
 * @throws Error for any other version
 */
export function packedVersion(
  { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string },
): string {
  if (/^\d{1,6}\.\d{1,6}\.\d{1,6}$/.test(version)) return version;
  throw new Error(
    `no packages are made of version ${version}: it has to be three numbers, like 1.2.3 (package.json)`,
  );
}
