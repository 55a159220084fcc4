import type { Files } from '../../../main/base/host.ts';
import type { Network } from '../../../main/base/network/index.ts';
import type { Database } from '../../../main/base/storage/database.ts';
import { createGenai, type Genai, type GenaiDeps } from '../../../main/chat/service/index.ts';
import type { System } from '../../../preload/contract/systems/systems.ts';
import { type FakeGenai, startFakeGenai } from '../servers/fake-genai.ts';
import { behindTheDoor, throughTheDoor } from './door.ts';
import { testLinks } from './links.ts';
import { testNetwork } from './network.ts';
import { startTestStorage } from './storage.ts';
import {
  type EventRecord,
  memoryVault,
  recordEvents,
  recordLog,
  temporaryFolder,
  testSystem,
  testSystems,
} from './world.ts';

/** The generative AI domain on a database of its own, against a fake server. */
export interface GenaiWorld {
  readonly fake: FakeGenai;
  readonly genai: Genai;
  readonly database: Database;
  readonly folder: string;
  readonly events: EventRecord;
  readonly log: ReturnType<typeof recordLog>;
  readonly vault: ReturnType<typeof memoryVault>;
  readonly systems: Awaited<ReturnType<typeof testSystems>>;
  readonly system: System;
  readonly network: Network;
  /** Files offered to the user. */
  readonly saved: readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** A second domain over the same database, as after a restart. */
  again(): Promise<Genai>;
  /** Adds a key and waits for the list of models. */
  addKey(key?: string): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export const testKey = 'sk-test-0123456789abcdef-wxyz';
export const nobody = { id: 'test' };

/** A host's files as a list. */
export function recordFiles(): Files & { readonly saved: { name: string; bytes: Uint8Array }[] } {
  const saved: { name: string; bytes: Uint8Array }[] = [];
  return {
    saved,
    async save({ name, bytes }) {
      saved.push({ name, bytes });
      return { kind: 'saved', path: name };
    },
  };
}

export async function genaiWorld(
  options: { system?: Partial<System>; limits?: GenaiDeps['limits']; folder?: string } = {},
): Promise<GenaiWorld> {
  const folder =
    options.folder === undefined
      ? await temporaryFolder()
      : { path: options.folder, remove: () => Promise.resolve() };
  const fake = await startFakeGenai();
  const database = await startTestStorage(folder.path);
  const network = testNetwork({ env: {}, usualAuthorities: [] });
  const events = recordEvents();
  const log = recordLog();
  const vault = memoryVault();
  const files = recordFiles();
  const system = testSystem(fake.url, options.system);
  const systems = await testSystems(database, system);
  const open = async (): Promise<Genai> => {
    const started = await createGenai({
      systems,
      links: testLinks(systems),
      network,
      vault,
      database,
      emit: events.emit,
      files,
      log,
      limits: { retries: [1, 1], ...options.limits },
    });
    const { usage } = throughTheDoor({ usage: started.usageCalls }, log);
    return Object.assign(behindTheDoor('genai', started, log), { usageCalls: usage });
  };
  const genai = await open();
  const opened = [genai];
  return {
    fake,
    genai,
    database,
    folder: folder.path,
    events,
    log,
    vault,
    systems,
    system,
    network,
    saved: files.saved,
    async again() {
      const another = await open();
      opened.push(another);
      return another;
    },
    async addKey(key = testKey) {
      await genai.addKey(system.id, 'project', key);
      await events.until(
        'genai.changed',
        (state) => !state.fetchingModels && state.keys.length > 0,
      );
    },
    async [Symbol.asyncDispose]() {
      for (const one of opened) await one.close();
      await fake.close();
      await network.close();
      await database.close();
      await folder.remove();
    },
  };
}
