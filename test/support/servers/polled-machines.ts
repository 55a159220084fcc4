import { afterEach, beforeEach, vi } from 'vitest';
import type { BufferedAnswer, Network } from '../../../main/base/network/index.ts';
import type { Database } from '../../../main/base/storage/database.ts';
import {
  createMachines,
  type Machines,
  type MachinesDeps,
} from '../../../main/machines/monitor/index.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { type MachinesState, machinesState } from '../../../preload/contract/machines/machines.ts';
import type { System, SystemsState } from '../../../preload/contract/systems/systems.ts';
import { throughTheDoor } from '../worlds/door.ts';
import { testAccess, testLinks } from '../worlds/links.ts';
import {
  noNotices,
  openHistoryTables,
  plainMeanings,
  startHistory,
} from '../worlds/machine-history.ts';
import { memoryVault, recordLog } from '../worlds/world.ts';

const sender = { id: 'test' };

/** Waits in real time, which `vi.waitFor` does not while timers are faked. */
export async function eventually(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

/** A network whose answers to `GET /status/` the test gives one by one. */
export function createServer() {
  const waiting: {
    url: string;
    headers: Readonly<Record<string, string>>;
    answer(value: Partial<BufferedAnswer> | AppError): void;
  }[] = [];
  const network: Network = {
    request: ({ url, headers = {}, signal }) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(new AppError('cancelled')));
        waiting.push({
          url,
          headers,
          answer(value) {
            if (value instanceof AppError) reject(value);
            else
              resolve({
                status: 200,
                headers: {},
                setCookies: [],
                url,
                body: new Uint8Array(),
                ...value,
              });
          },
        });
      }),
    stream: () => Promise.reject(new Error('not used')),
    proxyToTell: () => ({ kind: 'system' }),
    forgetIdentities: () => undefined,
    close: () => Promise.resolve(),
  };
  const asked = () => eventually(() => waiting.length > 0);
  return {
    network,
    waiting,
    asked,
    async answer(value: Partial<BufferedAnswer> | AppError) {
      await asked();
      waiting.shift()?.answer(value);
    },
    list(...records: unknown[]) {
      return this.answer({ body: new TextEncoder().encode(JSON.stringify(records)) });
    },
  };
}

export function systemOf(id: string, change: Partial<System> = {}): System {
  return {
    id,
    name: id,
    kind: 'real',
    webApiUrl: `https://${id}.example/api`,
    authUrl: null,
    genaiUrl: null,
    authorities: [],
    certificateId: null,
    route: 'certificate',
    reasoningBack: 'in-tool-rounds',
    longestRequest: 600,
    thinkTags: true,
    createdAt: new Date(0).toISOString(),
    ...change,
  };
}

export async function createSystems(database: Database, ...ids: string[]) {
  let state: SystemsState = { systems: ids.map((id) => systemOf(id)), selectedId: ids[0] ?? null };
  const listeners = new Set<(state: SystemsState) => void>();
  for (const id of ids) {
    await database.run({
      sql: `INSERT OR IGNORE INTO systems (id, name, kind, web_api_url, authorities, created_at)
            VALUES (?, ?, 'real', '', '[]', '')`,
      params: [id, id],
    });
  }
  return {
    get(id: string): System {
      const found = state.systems.find((system) => system.id === id);
      if (found === undefined) throw new AppError('no-system');
      return found;
    },
    state: () => state,
    onChange(listener: (state: SystemsState) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(next: SystemsState) {
      state = next;
      for (const listener of listeners) listener(state);
    },
  };
}

export type TestServer = ReturnType<typeof createServer>;

/** The domain over a server that the test answers for, through its calls. */
export function startMachines(
  database: Database,
  server: TestServer,
  systems: Awaited<ReturnType<typeof createSystems>>,
  change: Partial<MachinesDeps> = {},
) {
  const events: MachinesState[] = [];
  let unlock = (): void => undefined;
  const access = { problem: null as AppError | null, changed: () => unlock() };
  const links = testLinks(systems, {
    vault: {
      ...memoryVault(),
      onChange(listener) {
        unlock = listener;
        return () => undefined;
      },
    },
  });
  const opener = testAccess(links);
  const history = startHistory(database, 'Asia/Tokyo');
  const machines = createMachines({
    history,
    meanings: plainMeanings,
    notifications: noNotices,
    // no sleep of the computer comes into it: the clock is set by the tests alone
    uptime: () => Date.now(),
    systems,
    links,
    access: {
      openWebApi: (systemId) =>
        access.problem === null ? opener.openWebApi(systemId) : Promise.reject(access.problem),
    },
    startDelay: 0,
    network: server.network,
    database,
    emit: (_, payload) => void events.push(machinesState.parse(payload)),
    log: { info: () => undefined, error: () => undefined },
    random: () => 0,
    ...change,
  });
  const last = () => events.at(-1);
  /** Waits until the last event says so. */
  const until = (condition: (state: MachinesState) => boolean) =>
    eventually(() => {
      const state = last();
      return state !== undefined && condition(state);
    });
  const { machines: calls } = throughTheDoor({ machines: machines.calls }, recordLog());
  const snapshot = (systemId: string) => calls.snapshot({ systemId }, sender);
  const refresh = (systemId: string) => calls.refresh({ systemId }, sender);
  const told = () => history.observedStretches('one', 0, 2 ** 42);
  return { machines, history, told, events, access, last, until, snapshot, refresh };
}

/** For each test of a file a database and a clock that the test moves; what is started on them ends with the test. */
export function beforeEachTest(now: Date | number) {
  let database: Database;
  const running: Machines[] = [];
  beforeEach(() => {
    database = openHistoryTables();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now });
  });
  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all(running.splice(0).map((machines) => machines.close()));
    await database.close();
  });
  return {
    database: () => database,
    start(
      server: TestServer,
      systems: Awaited<ReturnType<typeof createSystems>>,
      change: Partial<MachinesDeps> = {},
    ) {
      const started = startMachines(database, server, systems, change);
      running.push(started.machines);
      return started;
    },
  };
}
