import { spawnSync } from 'node:child_process';
import { root } from '../toolchain.mjs';

let found: number | undefined;

/**
 * Returns the date of the sources, in seconds since 1970: every file in a package has it, so that two packages of the
 * same sources are identical. `SOURCE_DATE_EPOCH` (reproducible-builds.org), else the commit's date; without either the
 * start of 1980, the earliest that a zip supports.
 */
export function sourceDate(): number {
  const { SOURCE_DATE_EPOCH: named } = process.env;
  if (named !== undefined && named !== '') {
    if (!/^\d+$/.test(named)) throw new Error(`SOURCE_DATE_EPOCH is no number: ${named}`);
    return Number(named);
  }
  found ??= commitDate() ?? 315_532_800;
  return found;
}

function commitDate(): number | undefined {
  const log = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  return log.status === 0 && log.stdout.trim() !== '' ? Number(log.stdout) : undefined;
}
