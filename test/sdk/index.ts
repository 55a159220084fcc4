import { spawnSync } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPython } from '../../scripts/lanes/needs.ts';

/** The packages of Node.js and of Python that are listed here; git-ignored, and no packages of the app. */
export const nodeModules = join(import.meta.dirname, 'node_modules');
export const pythonModules = join(import.meta.dirname, 'python');

export const hasNodeSdk = (): boolean => existsSync(join(nodeModules, 'openai'));
export const hasPythonSdk = (): boolean => existsSync(join(pythonModules, 'openai'));

/** Gets what is missing, once. What cannot be had is told, and its tests skip themselves. */
export function prepareSdks(): undefined {
  if (!hasNodeSdk()) {
    told('Node.js', 'npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent']);
  }
  if (hasPythonSdk()) return;
  const python = findPython('pip');
  if (python === undefined) return console.log('No SDK for Python: no pip here') as undefined;
  const list = join(import.meta.dirname, 'requirements.txt');
  const how = ['--quiet', '--no-deps', '--only-binary', ':all:', '--disable-pip-version-check'];
  const args = ['-m', 'pip', 'install', ...how, '--target', pythonModules, '--requirement', list];
  // half of it would pass for all of it
  if (!told('Python', python, args)) rmSync(pythonModules, { recursive: true, force: true });
}

function told(language: string, program: string, args: readonly string[]): boolean {
  const options = { cwd: import.meta.dirname, encoding: 'utf8', timeout: 5 * 60_000 } as const;
  const done = spawnSync(program, args, options);
  if (done.status === 0) return true;
  console.log(`No SDK for ${language}: ${done.error?.message ?? done.stderr}`);
  return false;
}
