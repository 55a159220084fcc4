import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';
import type { Counts } from './counts.ts';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
}

/** Runs Vitest with one configuration, shows its output, and gives the counts of its own report. */
export async function runVitest(config: string, filters: readonly string[]): Promise<Counts> {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-lane-'));
  const report = join(folder, 'report.json');
  try {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        ...['--config', config],
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
        ...filters,
      ],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
    );
    const [code] = (await once(child, 'exit')) as [number | null];
    return counts(report, code === 0);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A run that failed outside its tests (a file that does not load, an unhandled error) counts as one failure. */
function counts(report: string, succeeded: boolean): Counts {
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  const read = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return {
    passed: read.numPassedTests,
    failed: Math.max(read.numFailedTests, succeeded ? 0 : 1),
    skipped: read.numPendingTests + read.numTodoTests,
  };
}
