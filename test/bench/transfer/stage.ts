import { fork } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { createWebHost } from '../../../main/hosts/web/index.ts';
import { createWorkers, workerPrograms } from '../../../main/hosts/workers/index.ts';
import { openApp } from '../../../main/open-app.ts';
import type { CallInput, CallName, CallOutput } from '../../../preload/contract/index.ts';
import type { Transfer } from '../../../preload/contract/work/files.ts';
import { megabyte } from './content.ts';
import type { Told } from './service.ts';

/** Memory that a large file may take beyond what a short one does, MB. */
const goal = 30;
/** A file after which the runtime has the buffers that it keeps. */
export const shortMegabytes = 64;

/** `--quick`: a small file; `--megabytes N`: one of this size. */
export function askedSize(): number {
  const { values } = parseArgs({
    allowPositionals: true,
    options: { quick: { type: 'boolean', default: false }, megabytes: { type: 'string' } },
  });
  return Number(values.megabytes ?? (values.quick ? 96 : 4096));
}

/** The service, in a process of its own. */
async function startService() {
  const child = fork(fileURLToPath(new URL('service.ts', import.meta.url)));
  const [port] = (await once(child, 'message')) as [number];
  const told: Told[] = [];
  let heard = (): void => undefined;
  child.on('message', (message: Told) => {
    told.push(message);
    heard();
  });
  /** Returns what it tells next; it tells something of each file, once. */
  async function next(): Promise<Told> {
    for (;;) {
      const first = told.shift();
      if (first !== undefined) return first;
      await new Promise<void>((resolve) => {
        heard = resolve;
      });
    }
  }
  return {
    next,
    origin: `http://127.0.0.1:${port}`,
    /** It cuts the next file after so many bytes. */
    async cut(after: number): Promise<void> {
      child.send(after);
      requireSame('the cut', await next(), { cut: after });
    },
    stop: () => child.disconnect(),
  };
}

/**
 * The core in this process, with a system of the field's shape whose service is another process; `folder` is what the
 * user chooses in the dialog.
 */
export async function openStage() {
  const root = await mkdtemp(join(tmpdir(), 'bench-transfer-'));
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'here');
  await mkdir(folder);
  const service = await startService();
  const host = await createWebHost({
    ...{ version: '0.0.0', dataFolder: join(root, 'data'), environment: [] },
    workers: createWorkers({
      programs: workerPrograms(new URL('../../../main/app.ts', import.meta.url).href),
    }),
  });
  const opened = openApp(
    {
      ...host,
      chooseFolder: async () => folder,
      async saveStreamed({ name, write }) {
        const path = join(folder, name);
        await write(path);
        return { kind: 'saved', path };
      },
    },
    { validateOutput: false },
  );
  const app = await opened.load();
  const heard = new Set<() => void>();
  opened.onEvent(() => {
    for (const listener of heard) listener();
    heard.clear();
  });

  async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
    const result = await opened.call(name, input, { id: 'bench' });
    if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result.error)}`);
    return result.value as CallOutput<N>;
  }
  /** Asks at each event, until there is an answer. */
  async function until<T>(look: () => Promise<T | null>): Promise<T> {
    for (;;) {
      const next = new Promise<void>((resolve) => heard.add(resolve));
      const found = await look();
      if (found !== null) return found;
      await next;
    }
  }
  const { id: systemId } = await call('systems.add', {
    ...{ name: 'Bench', webApiUrl: service.origin, authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null, computeApi: { family: 'field' } },
  });
  await call('files.chooseFolder', undefined);
  return {
    ...{ call, until, systemId, folder, service },
    /** What `files.upload` and `files.download` take. */
    given: (name: string) => ({
      ...{ systemId, machine: 'login-1', folder: '/', way: [], names: [name] },
    }),
    /** Waits until the last transfer has come to such a state. */
    transferTo: (state: Transfer['state']): Promise<Transfer> =>
      until(async () => {
        const last = (await call('files.snapshot', undefined)).transfers.at(-1);
        if (last?.state === state) return last;
        if (last?.state === 'failed') throw new Error(JSON.stringify(last.problem));
        return null;
      }),
    async close(): Promise<void> {
      await app.close();
      await host.close();
      service.stop();
    },
  };
}

/** What is resident when nothing is moved, bytes. */
function resident(): number {
  for (let round = 0; round < 3; round += 1) globalThis.gc?.();
  return process.memoryUsage.rss();
}

/** The most that is resident while `work` runs, bytes, and how long it took, ms. */
async function peakOf(work: () => Promise<unknown>) {
  const { rss } = process.memoryUsage;
  let most = rss();
  const look = setInterval(() => {
    most = Math.max(most, rss());
  }, 10);
  const started = performance.now();
  try {
    await work();
  } finally {
    clearInterval(look);
  }
  return { most: Math.max(most, rss()), took: performance.now() - started };
}

export function requireSame<T>(what: string, found: T, expected: T): void {
  const [one, other] = [JSON.stringify(found), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what} is ${one}, not ${other}`);
}

/** How long undici alone takes to move a file, ms. */
async function timeOfUndici(move: (agent: Agent) => Promise<unknown>): Promise<number> {
  const agent = new Agent();
  const started = performance.now();
  await move(agent);
  const took = performance.now() - started;
  await agent.close();
  return took;
}

/**
 * Prints the memory that moving a large file takes beyond a short one, and its time beside undici's. Any reading of a
 * socket takes some memory that the runtime keeps (undici alone as well); the goal is about what comes on top with the
 * size of a file.
 */
export async function compare(
  bench: string,
  what: string,
  moves: {
    /** Until the code is there. */
    readonly first: () => Promise<unknown>;
    /** A file of `shortMegabytes`. */
    readonly short: () => Promise<unknown>;
    /** Returns its time if that is not the whole. */
    readonly large: () => Promise<number | undefined>;
    /** Compares what came with what was sent. */
    readonly check: () => Promise<void>;
    readonly undici: (agent: Agent) => Promise<unknown>;
  },
): Promise<void> {
  await moves.first();
  const idle = resident();
  const short = await peakOf(moves.short);
  let own: number | undefined;
  const large = await peakOf(async () => {
    own = await moves.large();
  });
  await moves.check();
  const print = (metric: string, bytes: number, peer: number | null) => {
    const ours = Math.max(0, bytes) / megabyte;
    const against = { peer, peerName: peer && 'goal', ratio: peer && ours / peer };
    console.log(JSON.stringify({ bench, metric, unit: 'MB', ours, ...against }));
  };
  const beyond = large.most - short.most;
  print(`${what}: most memory beyond a file of ${shortMegabytes} MB`, beyond, goal);
  print(`${what}: most memory beyond none`, Math.max(short.most, large.most) - idle, null);
  const ours = own ?? large.took;
  const peer = await timeOfUndici(moves.undici);
  const peerName = 'undici, without a cut';
  const line = { bench, metric: what, unit: 'ms', ours, peer, peerName, ratio: ours / peer };
  console.log(JSON.stringify(line));
}
