import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { webNodeFlags } from '../start/web-node.ts';
import { root } from '../toolchain.mjs';

/** How a host is started, and when it is ready. */
export interface HostProcess {
  /** @param port Where it was before; 0 for the first start */
  start(port: number): ChildProcess;
  /** The address that it prints; null for a host without one. */
  ready(child: ChildProcess): Promise<URL | null>;
  /** A further address of the host that runs, good for one more window; null where it has none. */
  another(): URL | null;
}

/** A host that is ended and started again on the same data and port. */
export interface Restarting {
  start(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Of the host that runs now, with a launch token that is good once. */
  address(): URL | null;
  /** `http://127.0.0.1:PORT`; empty before the start. */
  origin(): string;
}

const readyLine = /^Compute Desk ready: (\S+)$/;

export function webProcess(dataFolder: string): HostProcess {
  const args = (port: number): string[] => [
    ...webNodeFlags,
    join(root, 'dist/main/web.js'),
    '--demo',
    '--no-open',
    '--port',
    String(port),
    '--data-dir',
    dataFolder,
  ];
  return {
    start(port) {
      // it serves none of the built page here, but looks for it
      mkdirSync(join(root, 'dist/renderer'), { recursive: true });
      return spawn(process.execPath, args(port), { stdio: ['ignore', 'pipe', 'inherit'] });
    },
    async ready(child) {
      if (child.stdout === null) throw new Error('the host has no output');
      for await (const line of createInterface({ input: child.stdout })) {
        const [, url] = readyLine.exec(line) ?? [];
        if (url !== undefined) return new URL(url);
      }
      throw new Error('the web host ended before it was ready');
    },
    another() {
      // the next start on the data folder gives a new address of the one that runs
      const asked = spawnSync(process.execPath, args(0), { encoding: 'utf8' });
      const [, url] = readyLine.exec(asked.stdout.trim()) ?? [];
      return url === undefined ? null : new URL(url);
    },
  };
}

/**
 * @param switches for Electron itself
 * @param page address of the page's server
 */
export function electronProcess(
  binary: string,
  dataFolder: string,
  switches: readonly string[],
  page: string,
): HostProcess {
  const app = join(root, 'scripts/dev/electron');
  return {
    start() {
      // it serves none of the built page here, but looks for it
      mkdirSync(join(root, 'dist/renderer'), { recursive: true });
      return spawn(binary, [...switches, app, '--demo', '--data-dir', dataFolder], {
        stdio: 'inherit',
        env: {
          COMPUTE_DESK_NODE: process.execPath,
          ...process.env,
          COMPUTE_DESK_DEV_PAGE: page,
        },
      });
    },
    ready: () => Promise.resolve(null),
    another: () => null,
  };
}

/**
 * @param closed told when the host ended by itself and well, as Electron does when its window is closed; one that
 *   failed waits to be mended and started again
 */
export function createRestarting(host: HostProcess, closed: () => void): Restarting {
  let child: ChildProcess | null = null;
  let fresh: URL | null = null;
  let origin = '';

  async function start(): Promise<void> {
    const own = host.start(Number(origin === '' ? 0 : new URL(origin).port));
    child = own;
    own.once('exit', (code) => {
      if (child === own && code === 0) closed();
    });
    fresh = await host.ready(own);
    origin = fresh?.origin ?? '';
  }

  async function stop(): Promise<void> {
    const own = child;
    child = null;
    if (own === null || own.exitCode !== null || own.signalCode !== null) return;
    const exited = once(own, 'exit');
    own.kill('SIGTERM');
    await exited;
  }

  return {
    start,
    stop,
    async restart() {
      await stop();
      await start();
    },
    address() {
      const address = fresh ?? host.another();
      fresh = null;
      return address;
    },
    origin: () => origin,
  };
}
