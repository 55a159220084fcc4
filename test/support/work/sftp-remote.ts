import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { Writable } from 'node:stream';
import type { Remote } from '../../../main/work/operations/types.ts';
import { AppError } from '../../../preload/contract/errors.ts';

/** OpenSSH's own server of files, which needs neither a login nor root; undefined where it is not installed. */
export const sftpServer: string | undefined = [
  '/usr/lib/openssh/sftp-server',
  '/usr/libexec/openssh/sftp-server',
  '/usr/lib/ssh/sftp-server',
].find(existsSync);

/** A host whose files a program gives, which is started for each use; it runs no commands. */
export function remoteBy(program: string, args: readonly string[] = []) {
  const world = {
    /** Bytes that came from it. */
    received: 0,
    /** Bytes after which the program ends, once. */
    cutAfter: Number.POSITIVE_INFINITY,
    /** Ends the program that runs now. */
    cut: (): void => undefined,
    /** Sees a packet of a kind before the program does. */
    sending: (_kind: number, _packet: Buffer): void => undefined,
  };
  const remote: Remote = {
    host: 'login',
    run: () => Promise.reject(new Error('not asked')),
    async sftp(use, signal) {
      const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore'] });
      world.cut = () => void child.kill('SIGKILL');
      child.stdin.on('error', () => undefined);
      child.stdout.on('data', (piece: Buffer) => {
        world.received += piece.length;
        if (world.received < world.cutAfter) return;
        world.cutAfter = Number.POSITIVE_INFINITY;
        world.cut();
      });
      const writable = new Writable({
        write(packet: Buffer, _encoding, done) {
          world.sending(packet[4] ?? 0, packet);
          child.stdin.write(packet, done);
        },
      });
      writable.on('error', () => undefined);
      const ended = new Promise<never>((_, reject) => {
        child.on('error', reject);
        child.on('close', () =>
          reject(new AppError(signal?.aborted === true ? 'cancelled' : 'ssh-cut')),
        );
      });
      const stop = (): void => void child.kill('SIGKILL');
      signal?.addEventListener('abort', stop);
      if (signal?.aborted === true) stop();
      try {
        return await Promise.race([use({ readable: child.stdout, writable }), ended]);
      } finally {
        signal?.removeEventListener('abort', stop);
        stop();
        await ended.catch(() => undefined);
      }
    },
  };
  return { remote, world };
}
