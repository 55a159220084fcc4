import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Checker, error, type Finding } from '../finding.ts';

const script = fileURLToPath(new URL('look.ts', import.meta.url));

/**
 * A migration is complete: the corpus has its format, `definitionsHash` is the hash of what all migrations make, and each
 * table belongs to one part of a backup.
 */
export const formats: Checker = (root) =>
  new Promise((resolve) => {
    execFile(process.execPath, [script, root], (failure, stdout, stderr) => {
      if (failure === null) resolve(JSON.parse(stdout) as Finding[]);
      else resolve([error('main/base/storage/migrations', stderr.trim())]);
    });
  });
