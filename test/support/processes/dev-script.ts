import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

/**
 * `npm run dev` in a copy of the tree, until the test has finished.
 * @returns the lines that it prints, which grow
 */
export function startDev(
  folder: string,
  args: readonly string[] = [],
  env: NodeJS.ProcessEnv = process.env,
): readonly string[] {
  const dev = spawn(process.execPath, [join(folder, 'scripts/dev/index.ts'), ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
    env,
  });
  onTestFinished(async () => {
    const exited = once(dev, 'exit');
    dev.kill('SIGTERM');
    await exited;
  });
  const lines: string[] = [];
  createInterface({ input: dev.stdout }).on('line', (line) => lines.push(line));
  return lines;
}
