import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root } from '../toolchain.mjs';
import { type Counts, oneFailure, sum } from './counts.ts';
import { type Failure, type FileProgress, progressVariable, readProgress } from './progress.ts';
import { measureSlowness, slownessVariable } from './slowness.ts';

/** Milliseconds for an aborted run to close its browsers and servers. */
const grace = 15_000;

/** A set of tests for Vitest. */
export interface Suite {
  readonly config: string;
  /** Folder of its files; default the repository. */
  readonly folder?: string;
}

interface Outcome {
  readonly files: readonly FileProgress[];
  readonly succeeded: boolean;
}

/**
 * Runs these files with one Vitest configuration, shows its output, and returns the result. Files that a dying test
 * process left unfinished although no test failed (seen once: SIGSEGV in Node at the end of a worker thread) are
 * retried once, which is printed. `cut` ends the run: a failure that names what had not run.
 */
export async function runVitest(
  suite: Suite,
  files: readonly string[],
  cut: AbortSignal,
): Promise<Counts> {
  const first = await runOnce(suite, files, cut);
  const left = first.files.filter(({ done }) => !done).map(({ file }) => file);
  const { failed } = sum(first.files.map(({ counts }) => counts));
  if (cut.aborted || left.length === 0 || failed > 0) return closed(first, cut);
  console.log(`A test process died although no test failed. Once more:\n${indented(left)}`);
  const again = await runOnce(suite, left, cut);
  const rest = first.files.filter(({ done }) => done);
  return closed({ files: [...rest, ...again.files], succeeded: again.succeeded }, cut);
}

async function runOnce(
  { config, folder: cwd = root }: Suite,
  files: readonly string[],
  cut: AbortSignal,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'compute-desk-lane-'));
  const notes = join(folder, 'progress');
  const slowness = measureSlowness();
  if (slowness > 1.5)
    console.log(`This machine is slow now: limits are ${slowness.toFixed(1)} times longer`);
  try {
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        '--config',
        config,
        '--reporter=default',
        `--reporter=${join(root, 'scripts/lanes/reporter.ts')}`,
        ...files,
      ],
      {
        cwd,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, [progressVariable]: notes, [slownessVariable]: String(slowness) },
        // A process group of its own, so that processes started by tests end with it.
        detached: process.platform !== 'win32',
      },
    );
    const code = await ending(child, cut);
    return { files: readProgress(notes, files), succeeded: code === 0 };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Waits for the end, and ends it when `cut` aborts. */
async function ending(child: ChildProcess, cut: AbortSignal): Promise<number | null> {
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let last: NodeJS.Timeout | undefined;
  const end = (): void => {
    killGroup(child, 'SIGTERM');
    last = setTimeout(() => killGroup(child, 'SIGKILL'), grace);
  };
  if (cut.aborted) end();
  cut.addEventListener('abort', end, { once: true });
  const [code] = await exited;
  clearTimeout(last);
  cut.removeEventListener('abort', end);
  // Kills processes that the tests started and did not end.
  if (cut.aborted) killGroup(child, 'SIGKILL');
  return code;
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? child.pid : -child.pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A run that failed outside its tests (an unhandled error, a set-up) counts as one failure. */
function countsOf({ files, succeeded }: Outcome): Counts {
  const counts = sum(files.map((file) => file.counts));
  return succeeded || counts.failed > 0 ? counts : sum([counts, oneFailure]);
}

function closed(run: Outcome, cut: AbortSignal): Counts {
  for (const { file, retried, failed } of run.files) {
    for (const one of retried) console.log(told('retried', file, one));
    for (const one of failed) console.log(told('failed', file, one));
  }
  const open = run.files.filter(({ done }) => !done);
  if (open.length === 0) return countsOf(run);
  console.log(
    `${cut.aborted ? 'Cut off' : 'Ended early'}. Not run:\n${indented(open.flatMap(namesOf))}`,
  );
  // An aborted run is a failure, even if everything so far passed.
  return sum([...run.files.map(({ counts }) => counts), oneFailure]);
}

function told(what: string, file: string, { test, errors }: Failure): string {
  return `${what}: ${file}: ${test}\n${indented(errors)}`;
}

function namesOf({ file, open }: FileProgress): string[] {
  return open === null ? [`${file} (all of it)`] : open.map((test) => `${file}: ${test}`);
}

function indented(lines: readonly string[]): string {
  return lines.map((line) => `  ${line.replaceAll('\n', '\n    ')}`).join('\n');
}
