import { hash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../../preload/contract/errors.ts';
import {
  mostPrograms,
  type Program,
  type ProgramPermissions,
} from '../../../preload/contract/work/programs.ts';
import type { ProgramStore, StoredProgram } from './store.ts';

/** Why a key no longer works. */
export type KeyEnd = NonNullable<StoredProgram['ended']> | 'expired';

const hashOf = (key: string): Buffer => hash('sha256', key, 'buffer');

/** The keys of other programs. The key is the identity: what a program says of itself decides nothing. */
export function createProgramKeys(deps: {
  readonly store: Pick<ProgramStore, 'save' | 'remove'>;
  readonly now: () => Date;
}) {
  const { store, now } = deps;
  let programs: readonly StoredProgram[] = [];
  /** What programs call themselves, since the start; it decides nothing. */
  const reported = new Map<string, string>();
  const find = (id: string): StoredProgram | undefined => programs.find((one) => one.id === id);

  const get = (id: string): StoredProgram => {
    const found = find(id);
    if (found === undefined) throw new AppError('not-found', { details: { what: 'program' } });
    return found;
  };
  const put = (...changed: readonly StoredProgram[]): void => {
    const byId = new Map(changed.map((one) => [one.id, one]));
    programs = programs.map((one) => byId.get(one.id) ?? one);
  };

  /**
   * Takes effect in memory first: what a key may do must not wait for the disk. A key that another program may have
   * stays ended. @throws AppError `not-found`
   */
  async function change(id: string, change: Partial<StoredProgram>): Promise<void> {
    const before = get(id);
    const changed = {
      ...before,
      ...change,
      ...(before.ended === 'port' && { ended: 'port' as const }),
    };
    put(changed);
    await store.save(changed);
  }

  return {
    all: () => programs,
    find,
    load(stored: readonly StoredProgram[]): void {
      programs = stored;
    },
    /** Returns whose key this is; null if nobody's. Takes as long for every key. */
    owner(key: string): StoredProgram | null {
      const given = hashOf(key);
      let owner: StoredProgram | null = null;
      for (const one of programs) {
        const isSame = one.keyHash.length === given.length && timingSafeEqual(one.keyHash, given);
        if (isSame) owner = one;
      }
      return owner;
    },
    /** Returns why a key no longer works; null while it does. */
    endOf({ ended, endsAt }: StoredProgram): KeyEnd | null {
      const isOver = endsAt !== null && Date.parse(endsAt) <= now().getTime();
      return ended ?? (isOver ? 'expired' : null);
    },
    /** What windows see of them. */
    shown: (): Program[] =>
      programs.map(({ keyHash: _hash, usedPort: _port, ...shown }) => ({
        ...shown,
        reportedName: reported.get(shown.id) ?? null,
      })),
    report: (id: string, name: string) => reported.set(id, name),
    /** Written before it is used: whoever takes the port later may be sent this key. */
    async useAt({ id, usedPort }: StoredProgram, port: number | null): Promise<void> {
      if (usedPort !== port) await change(id, { usedPort: port });
    },
    /** Notes when a key was used; whoever calls it writes that down. */
    used(id: string, lastUsedAt: string): void {
      const one = find(id);
      if (one !== undefined) put({ ...one, lastUsedAt });
    },
    /** @throws AppError `programs-too-many` */
    async add(systemId: string, given: ProgramPermissions): Promise<{ id: string; key: string }> {
      if (programs.length >= mostPrograms) {
        throw new AppError('programs-too-many', { details: { limit: mostPrograms } });
      }
      const key = `cdk-${randomBytes(32).toString('base64url')}`;
      const program: StoredProgram = {
        ...given,
        id: randomUUID(),
        systemId,
        keyHash: hashOf(key),
        createdAt: now().toISOString(),
        lastUsedAt: null,
        usedPort: null,
        ended: null,
      };
      await store.save(program);
      programs = [...programs, program];
      return { id: program.id, key };
    },
    change,
    /** Ends the keys that programs may send to a port which another program held: unused ones, too. */
    async endAt(port: number): Promise<void> {
      const lost = programs
        .filter(({ usedPort }) => usedPort === null || usedPort === port)
        .filter(({ ended }) => ended !== 'port')
        .map((one) => ({ ...one, ended: 'port' as const }));
      put(...lost);
      await store.save(...lost);
    },
    async remove(id: string): Promise<void> {
      programs = programs.filter((one) => one.id !== get(id).id);
      await store.remove(id);
    },
    forget(systemId: string): void {
      programs = programs.filter((one) => one.systemId !== systemId);
    },
  };
}

export type ProgramKeys = ReturnType<typeof createProgramKeys>;
