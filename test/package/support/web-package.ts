import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../electron/support/desk.ts';

export const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
export const webName = `compute-desk-web-${version}`;

/** Makes the web host's own package into a folder. @returns its path */
export function makeWebPackage(output: string): string {
  const script = join(root, 'scripts/package/run.ts');
  const made = spawnSync(process.execPath, [script, '--only=web', `--output=${output}`], {
    encoding: 'utf8',
  });
  if (made.status !== 0) throw new Error(made.stdout + made.stderr);
  return join(output, `${webName}.tar.gz`);
}
