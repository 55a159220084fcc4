import { spawnSync } from 'node:child_process';

/** Whether there is a bash that runs what is given: Windows has none, or one of another system (WSL). */
export const hasBash =
  process.platform !== 'win32' &&
  spawnSync('bash', ['-c', 'printf %s ready'], { encoding: 'utf8' }).stdout === 'ready';
if (!hasBash) console.log('skipped: lines for bash (it is not here)');
