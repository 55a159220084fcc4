import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll } from 'vitest';
import type { Database } from '../../../main/base/storage/database.ts';
import type { Authority } from '../../../preload/contract/systems/systems.ts';
import { doctorServers } from '../servers/doctor-servers.ts';
import { makePki, type Pki } from './pki.ts';
import { startMemoryStorage } from './storage.ts';

/** What the doctor's tests of one block share; there from its first test to its last. */
export interface DoctorPlace {
  readonly dir: string;
  readonly pki: Pki;
  readonly database: Database;
  /** Gone after each test. */
  readonly servers: ReturnType<typeof doctorServers>;
  /** Run after each test, the last one first. */
  readonly cleanUps: (() => unknown)[];
  /** The authority of the servers, as a system has it. */
  ours(): [Authority];
}

/** A place for the tests of the block that it is called in. */
export function doctorPlace(): DoctorPlace {
  let there: Pick<DoctorPlace, 'dir' | 'pki' | 'database'> | null = null;
  const place = () => {
    if (there === null) throw new Error('the place is there in tests only');
    return there;
  };
  const cleanUps: (() => unknown)[] = [];
  const servers = doctorServers(
    () => place().pki,
    () => place().dir,
  );
  beforeAll(async () => {
    const dir = await mkdtemp(join(tmpdir(), 'doctor-'));
    const [pki, database] = await Promise.all([makePki(join(dir, 'pki')), startMemoryStorage()]);
    there = { dir, pki, database };
  });
  afterEach(async () => {
    for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
    await servers.stop();
  });
  afterAll(async () => {
    await there?.database.close();
    if (there !== null) await rm(there.dir, { recursive: true, force: true });
  });
  return {
    get dir() {
      return place().dir;
    },
    get pki() {
      return place().pki;
    },
    get database() {
      return place().database;
    },
    servers,
    cleanUps,
    ours: () => [
      {
        ...{ subject: '', notAfter: '2030-01-01T00:00:00.000Z', fingerprint: '' },
        pem: place().pki.authorities.servers.pem,
      },
    ],
  };
}
