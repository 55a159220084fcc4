import { spawn } from 'node:child_process';
import type { AppUser } from './app-user.ts';

export interface Display {
  readonly name: string;
  close(): void;
}

/** The display of this session, or an Xvfb of our own where there is none. */
export async function openDisplay({ id }: AppUser): Promise<Display> {
  if (process.platform !== 'linux') return { name: '', close: () => undefined };
  const { DISPLAY } = process.env;
  if (DISPLAY) return { name: DISPLAY, close: () => undefined };
  // Xvfb chooses a free number and writes it to the descriptor when it is ready.
  const server = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1600x1000x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
      // It lets in only whose it is.
      ...(id !== null && { uid: id, gid: id }),
    },
  );
  const number = await new Promise<string>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)));
    server.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()));
  });
  return { name: `:${number}`, close: () => void server.kill() };
}
