import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { root } from '../toolchain.mjs';
import type { Counts } from './counts.ts';

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly {
    readonly name: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages?: readonly string[];
    }[];
  }[];
}

/**
 * Runs Vitest with one configuration, shows its output, and gives the counts of its own report. A run in
 * which no test failed but a test process died (seen once: SIGSEGV in Node at the end of a worker thread)
 * is done once more, and said.
 */
export async function runVitest(config: string, filters: readonly string[]): Promise<Counts> {
  const first = await runOnce(config, filters);
  if (!first.crashed) return first.counts;
  console.log('A test process died although no test failed: this lane runs once more.');
  return (await runOnce(config, filters)).counts;
}

async function runOnce(
  config: string,
  filters: readonly string[],
): Promise<{ counts: Counts; crashed: boolean }> {
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
    const result = counts(report, code === 0);
    for (const retried of passedWhenRetried(report)) console.log(retried);
    return { counts: result, crashed: code !== 0 && failedTests(report) === 0 };
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

/** A line for each test that failed at first and passed when it ran again: which, and why it had failed. */
function passedWhenRetried(report: string): readonly string[] {
  if (!existsSync(report)) return [];
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages = [] }) => status === 'passed' && failureMessages.length)
      .map(({ fullName, failureMessages = [] }) => {
        const file = relative(root, name);
        // the message, and where in the tests it came from
        const why = failureMessages.map((one) => one.split('\n').slice(0, 6).join('\n  '));
        return `retried: ${file}: ${fullName}\n  ${why.join('\n  ')}`;
      }),
  );
}

/** How many tests failed by the report; null without one. */
function failedTests(report: string): number | null {
  if (!existsSync(report)) return null;
  return (JSON.parse(readFileSync(report, 'utf8')) as Report).numFailedTests;
}
