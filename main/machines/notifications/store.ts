import * as z from 'zod';
import { machineStates } from '../../../preload/contract/machines/machines.ts';
import {
  type MachineChange,
  type MachineNotification,
  machineNotification,
  type NotificationRule,
  notificationRule,
} from '../../../preload/contract/machines/notifications.ts';
import type { Database, Statement } from '../../base/storage/database.ts';
import { type RowReader, readRows } from '../../base/storage/rows/index.ts';
import type { Subject } from './judge.ts';

/** Notifications stored per system, the newest. */
const mostKept = 500;
/** Notifications shown, and changes shown of each; held ones keep more, to report the final state. */
const mostShown = 100;
const mostChanges = 50;
const mostHeldChanges = 200;
/** Maximum characters of server text; a notification shows one line of it. */
const longestText = 1000;

/** Stores notifications. */
export interface NotificationStore {
  rules(): Promise<Map<string, NotificationRule>>;
  settingRule(systemId: string, rule: NotificationRule): Statement[];
  subjects(systemId: string): Promise<Subject[]>;
  keeping(systemId: string, subject: Subject): Statement;
  adding(notice: MachineNotification): Statement[];
  /** Returns notifications waiting for the end of quiet hours, in order. */
  held(systemId: string): Promise<MachineNotification[]>;
  gathering(systemId: string): Statement;
  past(systemId: string): Promise<MachineNotification[]>;
  clear(systemId: string): Promise<void>;
  /** Returns the highest id of a notification. */
  lastId(): Promise<number>;
}

export const ruleRows: RowReader<readonly [string, NotificationRule]> = {
  table: 'notice_rules',
  called: 'system_id',
  read: (row) => [row.word('system_id'), row.json('rule', notificationRule)],
};

export const subjectRows: RowReader<Subject> = {
  table: 'notice_subjects',
  called: 'name',
  read: (row) => ({
    name: row.text('name'),
    nth: row.shaped('nth', z.int().min(-1)),
    state: row.or('unknown', () => row.one('state', machineStates)),
    status: row.text('status'),
    trouble: row.or(null, () => row.optionalTime('trouble')),
    wanted: row.or(false, () => row.flag('wanted')),
  }),
};

const { changes } = machineNotification.shape;
const keptChanges = z.union([
  changes.transform((all) => ({ changes: all, more: 0 })),
  z.object({ changes, more: machineNotification.shape.more }),
]);

export const notificationRows: RowReader<MachineNotification> = {
  table: 'notices',
  called: 'id',
  read: (row) => ({
    id: row.count('id'),
    systemId: row.word('system_id'),
    at: row.time('at'),
    outcome: row.shaped('outcome', machineNotification.shape.outcome),
    ...row.json('changes', keptChanges),
  }),
};

export function createNotificationStore(database: Database): NotificationStore {
  return {
    async rules() {
      const rows = await database.all({ sql: 'SELECT system_id, rule FROM notice_rules' });
      return new Map(readRows(database, ruleRows, rows));
    },
    settingRule: (systemId, rule) => [
      {
        sql: `INSERT OR REPLACE INTO notice_rules (system_id, rule)
              SELECT id, ?2 FROM systems WHERE id = ?1`,
        params: [systemId, JSON.stringify(rule)],
      },
      // notifications turned on again start with what happens from then on
      {
        sql: 'DELETE FROM notice_subjects WHERE system_id = ?1 AND ?2',
        params: [systemId, Number(!rule.on)],
      },
      {
        sql: "UPDATE notices SET outcome = 'gathered' WHERE system_id = ?1 AND outcome = 'held' AND ?2",
        params: [systemId, Number(!rule.on)],
      },
    ],
    async subjects(systemId) {
      const rows = await database.all({
        sql: 'SELECT * FROM notice_subjects WHERE system_id = ?',
        params: [systemId],
      });
      return readRows(database, subjectRows, rows);
    },
    keeping: (systemId, { name, nth, state, status, trouble, wanted }) => ({
      sql: `INSERT OR REPLACE INTO notice_subjects (system_id, name, nth, state, status, trouble, wanted)
            SELECT id, ?2, ?3, ?4, ?5, ?6, ?7 FROM systems WHERE id = ?1`,
      params: [systemId, name, nth, state, status, trouble, Number(wanted)],
    }),
    adding: ({ id, systemId, at, outcome, ...what }) => [
      {
        sql: `INSERT INTO notices (id, system_id, at, outcome, changes)
              SELECT ?2, id, ?3, ?4, ?5 FROM systems WHERE id = ?1`,
        params: [systemId, id, at, outcome, toText(outcome, what)],
      },
      {
        sql: `DELETE FROM notices WHERE system_id = ?1 AND id <=
                (SELECT id FROM notices WHERE system_id = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
        params: [systemId, mostKept],
      },
    ],
    async held(systemId) {
      const rows = await database.all({
        sql: "SELECT * FROM notices WHERE system_id = ? AND outcome = 'held' ORDER BY id",
        params: [systemId],
      });
      return readRows(database, notificationRows, rows);
    },
    gathering: (systemId) => ({
      sql: "UPDATE notices SET outcome = 'gathered' WHERE system_id = ? AND outcome = 'held'",
      params: [systemId],
    }),
    async past(systemId) {
      const rows = await database.all({
        sql: 'SELECT * FROM notices WHERE system_id = ? ORDER BY id DESC LIMIT ?',
        params: [systemId, mostShown],
      });
      return readRows(database, notificationRows, rows).map(shorten);
    },
    async clear(systemId) {
      await database.run({
        sql: "DELETE FROM notices WHERE system_id = ? AND outcome <> 'held'",
        params: [systemId],
      });
    },
    async lastId() {
      // this app never writes larger ids, and after one no new id would fit
      const row = await database.get({
        sql: 'SELECT COALESCE(MAX(id), 0) AS id FROM notices WHERE id < ?',
        params: [Number.MAX_SAFE_INTEGER / 2],
      });
      return Number(row?.id ?? 0);
    },
  };
}

/** Returns it for display: of very many changes only the first. */
export function shorten(one: MachineNotification): MachineNotification {
  const changes: MachineChange[] = one.changes.slice(0, mostChanges);
  return { ...one, changes, more: one.more + one.changes.length - changes.length };
}

/** Returns it for storage: of very many changes the first, and the number of others. */
function toText(
  outcome: MachineNotification['outcome'],
  what: Pick<MachineNotification, 'changes' | 'more'>,
): string {
  const changes = what.changes
    .slice(0, outcome === 'held' ? mostHeldChanges : mostChanges)
    .map((one) => ({
      ...one,
      machine: one.machine && { ...one.machine, name: one.machine.name.slice(0, longestText) },
      status: one.status.slice(0, longestText),
    }));
  const more = what.more + what.changes.length - changes.length;
  return JSON.stringify(more === 0 ? changes : { changes, more });
}
