import { spawnSync } from 'node:child_process';
import { root } from '../toolchain.mjs';

let found: number | undefined;

/**
 * When the sources are from, in seconds since 1970: what every file in a package is dated, so that two packages of
 * the same sources are the same. `SOURCE_DATE_EPOCH` (reproducible-builds.org), else the commit's date; without either
 * the start of 1980, the earliest that a zip knows.
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
