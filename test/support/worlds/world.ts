import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../../main/base/host.ts';
import type { Database } from '../../../main/base/storage/database.ts';
import type { SecretScope, Vault } from '../../../main/base/storage/vault/vault.ts';
import type { SystemsReader } from '../../../main/systems/list/types.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, EventName, EventPayload } from '../../../preload/contract/index.ts';
import { findEvent } from '../../../preload/contract/index.ts';
import type { System, SystemsState } from '../../../preload/contract/systems/systems.ts';

/** A temporary folder, and the way to remove it. */
export async function temporaryFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'compute-desk-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A vault that keeps secrets in memory. */
export function memoryVault(): Vault & { readonly secrets: ReadonlyMap<string, Uint8Array> } {
  const secrets = new Map<string, Uint8Array>();
  const scopes = new Map<string, SecretScope>();
  const state = { state: 'ready', protection: 'keychain', keychainProblem: null } as const;
  return {
    secrets,
    state: () => state,
    async put(name, secret, scope) {
      secrets.set(name, secret);
      scopes.set(name, scope);
      return scope === 'demo' ? 'demo' : 'keychain';
    },
    async get(name, scope) {
      const secret = secrets.get(name);
      if (secret === undefined) throw new AppError('not-found');
      if (scopes.get(name) !== scope) throw new AppError('vault-damaged');
      return secret;
    },
    async remove(name) {
      secrets.delete(name);
    },
    ready: () => true,
    setPassphrase: async () => state,
    unlock: async () => state,
    confirm: async () => 'confirmed',
    requirePassphrase: () => undefined,
    lock: () => state,
    onChange: () => () => undefined,
  };
}

/** Systems as a test sets them; rows are written too, because other tables refer to them. */
export async function testSystems(
  database: Database,
  ...present: System[]
): Promise<SystemsReader & { change(system: System): void }> {
  const systems = new Map(present.map((system) => [system.id, system]));
  const listeners = new Set<(state: SystemsState) => void>();
  const state = (): SystemsState => ({
    systems: [...systems.values()],
    selectedId: present[0]?.id ?? null,
  });
  await database.run(
    ...present.map(({ id, name, kind, webApiUrl, genaiUrl, createdAt }) => ({
      sql: `INSERT OR IGNORE INTO systems (id, name, kind, web_api_url, genai_url, authorities, created_at)
        VALUES (?, ?, ?, ?, ?, '[]', ?)`,
      params: [id, name, kind, webApiUrl, genaiUrl, createdAt],
    })),
  );
  return {
    get(id) {
      const system = systems.get(id);
      if (system === undefined) throw new AppError('no-system');
      return system;
    },
    state,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    change(system) {
      systems.set(system.id, system);
      for (const listener of listeners) listener(state());
    },
  };
}

export function testSystem(genaiUrl: string | null, change: Partial<System> = {}): System {
  return {
    id: 'system-1',
    name: 'Test system',
    kind: 'real',
    webApiUrl: 'https://api.invalid',
    authUrl: null,
    genaiUrl,
    authorities: [],
    certificateId: null,
    route: 'certificate',
    reasoningBack: 'in-tool-rounds',
    longestRequest: 600,
    thinkTags: true,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...change,
  };
}

/** Records events, checks each against the contract, and lets a test wait for one. */
export interface EventRecord {
  readonly emit: Emit;
  readonly all: readonly { name: EventName; payload: unknown }[];
  of<N extends EventName>(name: N): EventPayload<N>[];
  /** The first event of that name, past ones included, that `test` accepts. */
  until<N extends EventName>(
    name: N,
    test: (payload: EventPayload<N>) => boolean,
  ): Promise<EventPayload<N>>;
  /** Of a long run: what was sent so far is let go. */
  forget(): void;
}

export function recordEvents(): EventRecord {
  const all: { name: EventName; payload: unknown }[] = [];
  const waiting = new Set<() => void>();
  const of = <N extends EventName>(name: N): EventPayload<N>[] =>
    all.filter((event) => event.name === name).map(({ payload }) => payload as EventPayload<N>);
  return {
    all,
    of,
    forget: () => void all.splice(0),
    emit(name, payload) {
      findEvent(name)?.payload.parse(payload);
      all.push({ name, payload: structuredClone(payload) });
      for (const check of waiting) check();
    },
    until: (name, test) =>
      new Promise((resolve) => {
        const check = (): void => {
          const found = of(name).find(test);
          if (found === undefined) return;
          waiting.delete(check);
          resolve(found);
        };
        waiting.add(check);
        check();
      }),
  };
}

/** A log that keeps everything as one text, to look for what must not be in it. */
export function recordLog(): Log & { text(): string } {
  const lines: string[] = [];
  return {
    info: (event, facts) => void lines.push(`${event} ${JSON.stringify(facts)}`),
    error: (event, cause, facts) =>
      void lines.push(`${event} ${String(cause)} ${JSON.stringify(facts)}`),
    text: () => lines.join('\n'),
  };
}
