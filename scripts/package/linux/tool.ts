import { spawnSync } from 'node:child_process';

/** Runs a program of the system; its output is part of a failure. @throws Error with it */
export function runTool(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): void {
  const done = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (done.error !== undefined) throw done.error;
  if (done.status === 0) return;
  throw new Error(`${command} ended with ${done.status}: ${done.stdout}${done.stderr}`);
}
