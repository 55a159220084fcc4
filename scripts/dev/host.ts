import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { webNodeFlags } from '../start/web-node.ts';
import { root } from '../toolchain.mjs';

/** How to start a host, and when it is ready. */
export interface HostProcess {
  /** @param port its previous one; 0 for the first start */
  start(port: number): ChildProcess;
  /** Returns the address that it prints; null for a host without one. */
  ready(child: ChildProcess): Promise<URL | null>;
  /** Returns another address of the running host for one more window; null if it has none. */
  another(): URL | null;
}

/** A host that is restarted on the same data and port. */
export interface Restarting {
  start(): Promise<void>;
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Returns that of the running host, with a launch token that is valid once. */
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
      // it serves nothing of the built page here, but requires the folder
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
      // a second start on the data folder prints a new address of the running one
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
      // it serves nothing of the built page here, but requires the folder
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
 * @param closed called when the host ended by itself without an error, as Electron does when its window is closed; a
 * crashed one waits for a fix and a restart
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
