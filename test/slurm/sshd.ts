import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { patience } from '../support/patience.ts';
import { freePort } from '../support/ports.ts';

/** Shells that a login may have. */
export const shells = ['bash', 'dash', 'tcsh', 'fish'] as const;

export const sshdProgram = (): string | undefined => findProgram('sshd');

/** A login node on loopback; whoever logs in becomes Slurm's user, in the shell that the host's name says. */
export interface Sshd {
  /**
   * `ssh` with its own configuration: hosts `lane-bash` and so on for each shell, `lane-locked` (key with a passphrase),
   * `lane-stranger` (a key that is not let in), `lane-new` and `lane-changed` (host keys), `lane-jump` (through another),
   * `lane-busy` (what disturbs programs), `lane-without` (no Slurm), `lane-nowhere` (no such name).
   */
  readonly program: readonly string[];
  readonly knownHosts: string;
  readonly fingerprint: string;
  stop(): Promise<void>;
}

export const passphrase = 'correct horse battery';

/**
 * Starts Debian's sshd without PAM. An ordinary user can only let itself in; root (in containers) lets `as` in by a
 * forced command, because Slurm's user there has no shell.
 */
export async function startSshd(options: {
  readonly configuration: string;
  readonly as: { readonly uid: number; readonly gid: number } | null;
  /** Where who logs in is at first; default: the root. */
  readonly home?: string;
}): Promise<Sshd> {
  const folder = mkdtempSync(join(tmpdir(), 'sshd-'));
  // Slurm's user runs what is in it.
  chmodSync(folder, 0o755);
  const place = (name: string): string => join(folder, name);
  const write = (name: string, lines: readonly string[], mode = 0o600): void =>
    writeFileSync(place(name), `${lines.join('\n')}\n`, { mode });
  const makeKey = (name: string, secret = ''): string => {
    const made = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', secret, '-f', place(name)]);
    if (made.status !== 0) throw new Error(made.stderr.toString());
    return readFileSync(place(`${name}.pub`), 'utf8').trim();
  };
  const hostKey = makeKey('host').split(' ').slice(0, 2).join(' ');
  const otherKey = makeKey('other').split(' ').slice(0, 2).join(' ');
  makeKey('stranger');
  const become =
    options.as === null
      ? ''
      : `setpriv --reuid=${options.as.uid} --regid=${options.as.gid} --clear-groups `;
  const allowed = shells.map((shell) => {
    write(
      shell,
      [
        '#!/bin/sh',
        `SLURM_CONF=${options.configuration}`,
        'PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
        // fish wants to write there.
        'HOME=/tmp',
        'export SLURM_CONF PATH HOME',
        `cd '${options.home ?? '/'}'`,
        `exec ${become}${shell} -c "$SSH_ORIGINAL_COMMAND"`,
      ],
      0o755,
    );
    return `command="${place(shell)}" ${makeKey(`key-${shell}`)}`;
  });
  allowed.push(`command="${place('bash')}" ${makeKey('locked', passphrase)}`);
  // A login node without Slurm: nothing but what keeps the connection.
  mkdirSync(place('bare'), { mode: 0o755 });
  symlinkSync('/bin/cat', place('bare/cat'));
  write(
    'without',
    ['#!/bin/sh', `PATH=${place('bare')} exec /bin/bash -c "$SSH_ORIGINAL_COMMAND"`],
    0o755,
  );
  allowed.push(`command="${place('without')}" ${makeKey('key-without')}`);
  write('authorized', allowed);
  const port = await freePort();
  write('sshd_config', [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${place('host')}`,
    `AuthorizedKeysFile ${place('authorized')}`,
    `PidFile ${place('pid')}`,
    'UsePAM no',
    'StrictModes no',
    'PasswordAuthentication no',
    'KbdInteractiveAuthentication no',
    'PermitRootLogin yes',
    'Banner none',
    `Subsystem sftp ${sftpServer()}`,
  ]);
  const address = `[127.0.0.1]:${port}`;
  write('known', [`${address} ${hostKey}`]);
  write('empty', []);
  write('changed', [`${address} ${otherKey}`]);
  const host = (name: string, key: string, known: string, ...more: readonly string[]) => [
    `Host ${name}`,
    `  IdentityFile ${place(key)}`,
    `  UserKnownHostsFile ${place(known)}`,
    ...more.map((line) => `  ${line}`),
  ];
  write('ssh_config', [
    ...shells.flatMap((shell) => host(`lane-${shell}`, `key-${shell}`, 'known')),
    ...host('lane-locked', 'locked', 'known'),
    ...host('lane-stranger', 'stranger', 'known'),
    ...host('lane-new', 'key-bash', 'empty'),
    ...host('lane-changed', 'key-bash', 'changed'),
    ...host('lane-without', 'key-without', 'known'),
    ...host('lane-nowhere', 'key-bash', 'known', 'HostName nowhere.invalid'),
    ...host('lane-jump', 'key-bash', 'known', 'ProxyJump lane-locked'),
    // What would disturb a program is in many users' files.
    ...host('lane-busy', 'key-bash', 'known', 'RequestTTY force', 'RemoteCommand top'),
    'Host lane-*',
    '  HostName 127.0.0.1',
    `  Port ${port}`,
    `  User ${userInfo().username}`,
    '  IdentitiesOnly yes',
    '  IdentityAgent none',
    '  GlobalKnownHostsFile none',
  ]);
  const madeRun = process.getuid?.() === 0 && !existsSync('/run/sshd');
  if (madeRun) mkdirSync('/run/sshd', { mode: 0o755 });
  const child = spawn(sshdProgram() ?? 'sshd', ['-D', '-e', '-f', place('sshd_config')], {
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stderr.on('data', (text: Buffer) => {
    said = `${said}${text.toString()}`.slice(-4000);
  });
  const stop = async (): Promise<void> => {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
    if (madeRun) rmSync('/run/sshd', { recursive: true, force: true });
  };
  try {
    await untilOpen(port, () => (child.exitCode === null ? null : said));
  } catch (cause) {
    await stop();
    throw cause;
  }
  const shown = spawnSync('ssh-keygen', ['-l', '-f', place('host.pub')], { encoding: 'utf8' });
  return {
    program: ['ssh', '-F', place('ssh_config')],
    knownHosts: place('empty'),
    fingerprint: shown.stdout.split(' ')[1] ?? '',
    stop,
  };
}

/** Its children, one for each connection, end with it: they are in its group. */
async function end(child: ChildProcess): Promise<void> {
  const isGone = child.exitCode !== null || child.signalCode !== null;
  if (isGone || child.pid === undefined) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid);
  await ended;
}

async function untilOpen(port: number, failed: () => string | null): Promise<void> {
  const limit = Date.now() + patience(10_000);
  for (;;) {
    const said = failed();
    if (said !== null) throw new Error(`sshd ended: ${said}`);
    const socket = connect(port, '127.0.0.1');
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true));
      socket.once('error', () => resolve(false));
    });
    socket.destroy();
    if (isOpen) return;
    if (Date.now() > limit) throw new Error(`sshd does not listen: ${said ?? ''}`);
    await wait(50);
  }
}

const sftpServer = (): string =>
  ['/usr/lib/openssh/sftp-server', '/usr/libexec/openssh/sftp-server'].find(existsSync) ??
  'internal-sftp';
