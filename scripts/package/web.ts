import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';
import { pack } from './archive.ts';
import { copyPolicy } from './policy.ts';
import { packedVersion } from './version.ts';

/** The oldest Node.js with everything that the web host uses; texts in assets/web name it too. */
const leastNode = '22.19';

/** The web host's parts of dist/; Electron's entry and preload do not belong to it. */
const parts = ['main/workers', 'renderer'];
const beside = ['web.mjs', 'compute-desk-web', 'compute-desk-web.service', 'compute-desk-web.def'];

/**
 * Makes the web host's own package from dist/: `compute-desk-web-<version>.tar.gz`, without Electron, Node.js and
 * node_modules. @returns its path
 */
export async function packWebHost(output: string): Promise<string> {
  const version = packedVersion();
  const { license, description } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<'license' | 'description', string>;
  const name = `compute-desk-web-${version}`;
  const folder = join(output, '.work', name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const part of parts) {
    cpSync(join(root, 'dist', part), join(folder, 'dist', part), { recursive: true });
  }
  // Electron's host has parts of its own beside these.
  const chunks = readdirSync(join(root, 'dist/main/chunks')).filter((file) => file.endsWith('.js'));
  for (const file of ['web.js', ...chunks.map((chunk) => `chunks/${chunk}`)]) {
    cpSync(join(root, 'dist/main', file), join(folder, 'dist/main', file));
  }
  for (const file of [...beside, 'README.md']) {
    cpSync(join(root, 'assets/web', file), join(folder, file));
  }
  const modules = join(folder, 'modulefiles/compute-desk-web');
  mkdirSync(modules, { recursive: true });
  cpSync(join(root, 'assets/web/modulefile'), join(modules, version));
  copyPolicy(join(folder, 'policy'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), join(folder, 'THIRD-PARTY-NOTICES.txt'));
  const described = {
    name: 'compute-desk-web',
    version,
    description,
    license,
    private: true,
    type: 'module',
    bin: 'web.mjs',
    engines: { node: `>=${leastNode}` },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(described, null, 2)}\n`);
  const file = join(output, `${name}.tar.gz`);
  await pack(folder, file, 'gz');
  rmSync(folder, { recursive: true });
  return file;
}
