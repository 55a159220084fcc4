import { type ChildProcessByStdio, spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** `nobody`, whose number is the same on every Linux. */
const nobody = 65_534;
const asNobody = ['--reuid', String(nobody), '--regid', String(nobody), '--clear-groups', '--'];

/**
 * Why no second user can be had here, or null: only root may become another one.
 * @param program what they must be able to run
 */
export function whyNoOtherUser(program = 'true'): string | null {
  if (process.platform !== 'linux') return `no setpriv on ${process.platform}`;
  if (process.getuid?.() !== 0) return 'only root can become another user';
  const tried = spawnSync('setpriv', [...asNobody, program, '--version']);
  return tried.status === 0 ? null : `setpriv: ${tried.error?.message ?? String(tried.stderr)}`;
}

/** A program of test/support under this Node, as the other user. */
export function startAsOther(
  program: string,
  ...args: readonly string[]
): ChildProcessByStdio<Writable, Readable, null> {
  const file = fileURLToPath(new URL(program, import.meta.url));
  return spawn('setpriv', [...asNobody, process.execPath, file, ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH ?? '' },
  });
}

/** A folder that others can walk into, so that only what lies in it can keep them out. */
export function openPlace(folder: string): string {
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'control'), 'for everyone', { mode: 0o644 });
  return folder;
}

/**
 * What of a folder, itself included, another user can read or write now: each path is listed by us, then
 * tried by them. `beside` is a file that they can read, or the trial would prove nothing.
 */
export function openToOthers(folder: string, beside: string): string[] {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ];
  const trial = `while IFS= read -r path; do
    if [ -d "$path" ]; then ls "$path" >/dev/null 2>&1 && echo "$path"
    else { head -c 1 "$path" >/dev/null 2>&1 || [ -w "$path" ]; } && echo "$path"
    fi
  done; true`;
  const done = spawnSync('setpriv', [...asNobody, 'sh', '-c', trial], {
    input: [beside, ...paths].map((path) => `${path}\n`).join(''),
    encoding: 'utf8',
  });
  const [control, ...open] = done.stdout.split('\n').slice(0, -1);
  if (control !== beside) throw new Error(`another user could not be tried: ${done.stderr}`);
  return open;
}

/** What an earlier version, or a copy, may have left: everything readable by everyone. */
export function writeLaxFolder(folder: string): string[] {
  const files = [
    'settings.json',
    'logs/main.log',
    'logs/main.log.1',
    'attachments/ab/cdef',
    'demo/ports.json',
    'demo/certificates/authority.key.pem',
    'vault.json.0a1b2c.tmp',
  ];
  for (const name of ['', 'logs', 'attachments', 'attachments/ab', 'demo', 'demo/certificates']) {
    mkdirSync(join(folder, name), { recursive: true });
    chmodSync(join(folder, name), 0o755);
  }
  for (const name of files) {
    writeFileSync(join(folder, name), '{}');
    chmodSync(join(folder, name), 0o644);
  }
  return files;
}
