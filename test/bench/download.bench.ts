/**
 * A file of 4 GB comes down over loopback in Files and in the API console, with a cut half-way, and goes on from there:
 * bit by bit the same. Goal: at most 30 MB more of memory than a short file takes. `--quick`: 96 MB; `--megabytes N`:
 * another size. Each is measured in a process of its own: memory that the first one frees stays with the process, and
 * would count against the second.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('transfer/download.ts', import.meta.url));
for (const place of ['files', 'console']) {
  const [code] = await once(fork(program, [place, ...process.argv.slice(2)]), 'exit');
  if (code !== 0) process.exitCode = 1;
}
