import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../toolchain.mjs';
import { pack } from '../archive.ts';
import { metadata } from '../metadata.ts';
import { linuxText } from './texts.ts';

/** Makes the archive that can be unpacked anywhere from electron-builder's folder for Linux. @returns its path */
export async function makePortable(
  output: string,
  unpacked: string,
  version: string,
): Promise<string> {
  const name = `${metadata.name}-${version}-linux-x64`;
  const folder = join(output, '.work', name);
  rmSync(folder, { recursive: true, force: true });
  cpSync(unpacked, folder, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'README.txt'), linuxText('README.txt', version));
  const file = join(output, `${name}.tar.zst`);
  await pack(folder, file, 'zst');
  rmSync(folder, { recursive: true });
  return file;
}
