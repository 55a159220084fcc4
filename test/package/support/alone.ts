import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const inNamespace = ['unshare', ...(process.getuid?.() === 0 ? [] : ['-r']), '--net'];
const loopback = 'PATH=$PATH:/usr/sbin:/sbin; ip link set lo up && exec "$@"';

/** Why no network can be made that has nothing but its own loopback; undefined where it can. */
export function aloneObstacle(): string | undefined {
  const { status, stderr } = run('sh', ['-c', loopback, 'sh', 'true']);
  return status === 0 ? undefined : `no network namespace can be made here: ${stderr.trim()}`;
}

function run(command: string, args: readonly string[]) {
  const [unshare = '', ...flags] = inNamespace;
  const done = spawnSync(unshare, [...flags, command, ...args], { encoding: 'utf8' });
  return { status: done.status, stderr: done.stderr ?? String(done.error) };
}

/**
 * Starts a program on a network that has nothing but its own loopback, and waits for the address that it prints.
 * @returns also how long that took, ms
 */
export async function startAlone(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ child: ChildProcess; url: string; took: number }> {
  const [unshare = '', ...flags] = inNamespace;
  const started = performance.now();
  const child = spawn(unshare, [...flags, 'sh', '-c', loopback, 'sh', ...command], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  child.stderr.on('data', (data: Buffer) => {
    said += data.toString();
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const url = /^Compute Desk ready: (\S+)$/.exec(line)?.[1];
    if (url !== undefined) return { child, url, took: performance.now() - started };
    said += `${line}\n`;
  }
  throw new Error(`it did not start: ${said}`);
}

/** What a program prints that runs on the network of another process. */
export function besideIt({ pid }: Pick<ChildProcess, 'pid'>, command: readonly string[]): string {
  const done = spawnSync('nsenter', [`--net=/proc/${pid}/ns/net`, '--', ...command], {
    encoding: 'utf8',
  });
  if (done.status !== 0) throw new Error(`ended with ${done.status}: ${done.stderr}`);
  return done.stdout;
}
