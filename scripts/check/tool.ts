import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type Checker, error } from './finding.ts';

/** A checker that is a program of node_modules: it fails when the program does, with what that printed. */
export function tool(script: string, ...args: readonly string[]): Checker {
  return (root) =>
    new Promise((resolve, reject) => {
      execFile(
        process.execPath,
        [join(root, 'node_modules', script), ...args],
        { cwd: root, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NO_COLOR: '1' } },
        (failure, stdout, stderr) => {
          if (failure === null) resolve([]);
          else if (typeof failure.code === 'number') {
            resolve([error('', `${stdout}${stderr}`.trim())]);
          } else reject(failure);
        },
      );
    });
}
