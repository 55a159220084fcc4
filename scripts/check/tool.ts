import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { type Checker, error } from './finding.ts';

/** Returns a checker that runs a program of node_modules: it fails with the program, and reports its output. */
export function tool(script: string, ...args: readonly string[]): Checker {
  return async (root) => {
    const output = await runTool(root, script, args);
    return output === null ? [] : [error('', output)];
  };
}

/** Runs a program of node_modules. @returns what it printed where it failed, else null */
export function runTool(
  root: string,
  script: string,
  args: readonly string[],
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(root, 'node_modules', script), ...args],
      { cwd: root, maxBuffer: 64 * 1024 * 1024, env: { ...process.env, NO_COLOR: '1' } },
      (failure, stdout, stderr) => {
        if (failure === null) resolve(null);
        else if (typeof failure.code === 'number') resolve(`${stdout}${stderr}`.trim());
        else reject(failure);
      },
    );
  });
}
