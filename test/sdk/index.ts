import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPython } from '../../scripts/lanes/needs.ts';

/**
 * The packages of Node.js and of Python that a folder lists (package.json, requirements.txt); git-ignored, and no
 * packages of the app.
 *
 * @param names one of either, which is there when all are
 */
export function packagesOf(
  folder: string,
  names: { readonly node: string; readonly python: string },
) {
  const nodeModules = join(folder, 'node_modules');
  const pythonModules = join(folder, 'python');
  const hasNode = (): boolean => existsSync(join(nodeModules, names.node));
  const hasPython = (): boolean => existsSync(join(pythonModules, names.python));

  function told(language: string, program: string, args: readonly string[]): boolean {
    const options = { cwd: folder, encoding: 'utf8', timeout: 5 * 60_000 } as const;
    const done = spawnSync(program, args, options);
    if (done.status === 0) return true;
    console.log(`No packages for ${language}: ${done.error?.message ?? done.stderr}`);
    return false;
  }

  return {
    ...{ nodeModules, pythonModules, hasNode, hasPython },
    /** Gets what is missing, once. What cannot be had is told, and its tests skip themselves. */
    prepare(): undefined {
      if (!hasNode()) {
        told('Node.js', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']);
      }
      if (hasPython()) return;
      const python = findPython('pip');
      if (python === undefined) return console.log('No packages for Python: no pip') as undefined;
      const list = join(folder, 'requirements.txt');
      const how = ['--quiet', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check'];
      const args = ['-m', 'pip', 'install', ...how, '--target', pythonModules];
      // half of it would pass for all of it
      if (told('Python', python, [...args, '--requirement', list])) return;
      rmSync(pythonModules, { recursive: true, force: true });
    },
  };
}

/** The SDKs that the app writes lines for. */
export const sdks = packagesOf(import.meta.dirname, { node: 'openai', python: 'openai' });
