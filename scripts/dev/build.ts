import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { BuildName } from '../../vite.config.ts';
import { root } from '../toolchain.mjs';

/** All but the page. */
export const mainParts: readonly BuildName[] = [
  'web',
  'electron',
  'boot',
  'storage',
  'certificates',
  'maintenance',
  'descriptions',
  'demo',
  'preload',
];

/** Builds the changed parts, and prints what it builds. Returns false if one fails. */
export async function buildParts(parts: readonly BuildName[]): Promise<boolean> {
  const command = [join(root, 'scripts/build.ts'), '--if-stale', ...parts];
  const build = spawn(process.execPath, command, { stdio: 'inherit' });
  const [code] = (await once(build, 'exit')) as [number | null];
  return code === 0;
}
