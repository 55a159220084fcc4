import { createHmac, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CleanRoot } from '../support/clean-root.ts';

/** A login node that asks for a password and a one-time code. */
export interface LoginNode {
  /** `ssh` that reaches it as `lane-code`. */
  readonly program: readonly string[];
  readonly password: string;
  /** The secret of its one-time codes (HOTP), hexadecimal. */
  readonly secret: string;
}

/** Sets up Debian's sshd with PAM in a root; each connection starts one there. */
export function makeLoginNode(root: CleanRoot): LoginNode {
  const password = randomBytes(9).toString('hex');
  const secret = randomBytes(20).toString('hex');
  const write = (path: string, lines: readonly string[], mode = 0o644): void =>
    writeFileSync(join(root.path, path), `${lines.join('\n')}\n`, { mode });
  write('etc/users.oath', [`HOTP desk - ${secret}`], 0o600);
  write('etc/pam.d/sshd', [
    'auth required pam_unix.so nodelay',
    'auth required pam_oath.so usersfile=/etc/users.oath window=20 digits=6',
    'account required pam_permit.so',
    'session required pam_permit.so',
  ]);
  write('etc/ssh/code_config', [
    'HostKey /etc/ssh/ssh_host_ed25519_key',
    'UsePAM yes',
    'AuthenticationMethods keyboard-interactive',
    'KbdInteractiveAuthentication yes',
  ]);
  mkdirSync(join(root.path, 'run/sshd'), { recursive: true, mode: 0o755 });
  const done = root.run('root', 'sh', '-c', `echo 'desk:${password}' | chpasswd`);
  if (done.status !== 0) throw new Error(done.output);
  const folder = join(root.path, 'srv');
  const key = readFileSync(join(root.path, 'etc/ssh/ssh_host_ed25519_key.pub'), 'utf8');
  writeFileSync(join(folder, 'known'), `lane-code ${key}`);
  const there = `nsenter --target=${root.pid} --mount --pid --ipc --uts --net`;
  const lines = [
    'Host lane-code',
    '  User desk',
    `  ProxyCommand ${there} /usr/sbin/sshd -i -f /etc/ssh/code_config`,
    `  UserKnownHostsFile ${folder}/known`,
    '  GlobalKnownHostsFile none',
    '  IdentityFile none',
    '  IdentityAgent none',
  ];
  writeFileSync(join(folder, 'config'), `${lines.join('\n')}\n`);
  return { program: ['ssh', '-F', join(folder, 'config')], password, secret };
}

/** The one-time code of a counter (RFC 4226). */
export function codeOf(secret: string, counter: number): string {
  const moving = Buffer.alloc(8);
  moving.writeUInt32BE(counter, 4);
  const hash = createHmac('sha1', Buffer.from(secret, 'hex')).update(moving).digest();
  const from = (hash.at(-1) ?? 0) & 15;
  return String((hash.readUInt32BE(from) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
