import * as z from 'zod';
import {
  type Program,
  type ProgramCall,
  programPaths,
  programPermissions,
} from '../../../preload/contract/work/programs.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { latestTime, type RowReader, readRow, readRows } from '../../base/storage/rows/index.ts';

/** A program as it is stored. */
export interface StoredProgram extends Omit<Program, 'reportedName'> {
  /** SHA-256 of its key. */
  readonly keyHash: Uint8Array;
  /** Where the key was last used. */
  readonly usedPort: number | null;
}

export interface ListenerChoice {
  readonly port: number;
  readonly on: boolean;
}

/** A call with the system that it was made to. */
export interface StoredCall extends Omit<ProgramCall, 'id'> {
  readonly systemId: string;
}

/** Calls that are kept, whatever their age; those of one program leave room for the others'. */
const mostCalls = { all: 10_000, ofOne: 5_000 };
/** Calls that a window shows. */
const shownCalls = 200;

const endings = ['revoked', 'port'] as const;

const instantOf = (time: number): string => new Date(time).toISOString();
const orNull = (time: number | null): string | null => (time === null ? null : instantOf(time));

export const programRows: RowReader<StoredProgram> = {
  table: 'programs',
  called: 'name',
  read: (row) => ({
    id: row.word('id'),
    systemId: row.word('system_id'),
    name: row.text('name'),
    keyHash: row.bytes('key_hash'),
    paths: row.json('paths', z.array(z.enum(programPaths))),
    models: row.optionalJson('models', programPermissions.shape.models.unwrap()),
    readOnly: row.flag('read_only'),
    conversations: row.flag('conversations'),
    createdAt: instantOf(row.time('created_at')),
    endsAt: orNull(row.optionalTime('ends_at')),
    lastUsedAt: orNull(row.or(null, () => row.optionalTime('last_used_at'))),
    usedPort: row.optionalCount('used_port'),
    ended: row.optionalWord('ended') === null ? null : row.one('ended', endings),
  }),
};

export const listenerRows: RowReader<ListenerChoice> = {
  table: 'program_listener',
  read: (row) => ({ port: row.shaped('port', z.int().min(1).max(65_535)), on: row.flag('is_on') }),
};

export const programCallRows: RowReader<ProgramCall> = {
  table: 'program_calls',
  called: 'call',
  read: (row) => ({
    id: row.count('id'),
    at: instantOf(row.time('at')),
    program: row.text('program'),
    call: row.text('call'),
    outcome: row.one('outcome', ['answered', 'refused', 'failed', 'cut']),
    status: row.count('status'),
  }),
};

/** Keys of other programs, where they listen, and what they called. */
export function createProgramStore(database: Database) {
  return {
    async load(): Promise<{ programs: StoredProgram[]; choice: ListenerChoice | null }> {
      const [programs, [listener]] = await Promise.all([
        database.all({ sql: 'SELECT * FROM programs ORDER BY created_at, id' }),
        database.all({ sql: 'SELECT * FROM program_listener WHERE id = 1' }),
      ]);
      return {
        programs: readRows(database, programRows, programs),
        choice: listener === undefined ? null : readRow(database, listenerRows, listener),
      };
    },
    choose: ({ port, on }: ListenerChoice) =>
      database.run({
        sql: 'INSERT OR REPLACE INTO program_listener (id, port, is_on) VALUES (1, ?, ?)',
        params: [port, Number(on)],
      }),
    save: (...programs: readonly StoredProgram[]) => database.runAll(programs.map(saving)),
    remove: (id: string) =>
      database.run({ sql: 'DELETE FROM programs WHERE id = ?', params: [id] }),
    forget: (systemId: string) =>
      database.run(
        { sql: 'DELETE FROM programs WHERE system_id = ?', params: [systemId] },
        { sql: 'DELETE FROM program_calls WHERE system_id = ?', params: [systemId] },
      ),
    /** Writes calls down. */
    note: (calls: readonly StoredCall[]) =>
      database.runAll(
        calls.map(({ systemId, at, program, call, outcome, status }) => ({
          sql: `INSERT INTO program_calls (system_id, at, program, call, outcome, status)
                SELECT id, ?2, ?3, ?4, ?5, ?6 FROM systems WHERE id = ?1`,
          params: [systemId, Date.parse(at), program, call, outcome, status],
        })),
      ),
    /** @param before calls before this are deleted, ms since 1970; null: none is too old */
    tidy: (before: number | null) =>
      database.run(
        { sql: 'DELETE FROM program_calls WHERE at < ?', params: [before ?? 0] },
        {
          sql: `DELETE FROM program_calls WHERE id IN
                  (SELECT id FROM
                    (SELECT id, row_number() OVER (PARTITION BY system_id, program ORDER BY id DESC) AS place
                     FROM program_calls)
                   WHERE place > ?)`,
          params: [mostCalls.ofOne],
        },
        {
          sql: `DELETE FROM program_calls WHERE id <=
                  (SELECT id FROM program_calls ORDER BY id DESC LIMIT 1 OFFSET ?)`,
          params: [mostCalls.all],
        },
      ),
    /** Returns what was called, the newest first. */
    async calls(kept: 'shown' | 'all'): Promise<ProgramCall[]> {
      const rows = await database.all({
        sql: 'SELECT * FROM program_calls ORDER BY id DESC LIMIT ?',
        params: [kept === 'shown' ? shownCalls : mostCalls.all],
      });
      return readRows(database, programCallRows, rows);
    },
  };
}

export type ProgramStore = ReturnType<typeof createProgramStore>;

const timeOf = (instant: string | null): number | null =>
  instant === null ? null : Math.min(Date.parse(instant), latestTime);

function saving(one: StoredProgram): Statement {
  return {
    sql: `INSERT OR REPLACE INTO programs
            (id, system_id, name, key_hash, paths, models, read_only, created_at, ends_at, last_used_at, used_port, ended,
             conversations)
          SELECT ?2, id, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13 FROM systems WHERE id = ?1`,
    params: [
      one.systemId,
      one.id,
      one.name,
      one.keyHash,
      JSON.stringify(one.paths),
      one.models && JSON.stringify(one.models),
      Number(one.readOnly),
      timeOf(one.createdAt),
      timeOf(one.endsAt),
      timeOf(one.lastUsedAt),
      one.usedPort,
      one.ended,
      Number(one.conversations),
    ],
  };
}
