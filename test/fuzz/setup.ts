import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lineOf, type Total, totalsVariable } from '../support/totals.ts';

/** Collects what the lane's tests tried, and prints it in one table when they are done. */
export default function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-totals-'));
  const file = join(folder, 'totals');
  process.env[totalsVariable] = file;
  return () => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
    const totals = lines.map((line) => JSON.parse(line) as Total);
    totals.sort((one, other) => one.what.localeCompare(other.what, 'en'));
    console.log(`\nTried at random:\n${totals.map(lineOf).join('\n')}`);
    rmSync(folder, { recursive: true, force: true });
  };
}
