import * as z from 'zod';
import { type GapReason, gapReasons } from '../../../preload/contract/machines/machine-history.ts';
import type { RowReader } from '../../base/storage/rows/index.ts';

/** All machines ever seen, as stored. */
export const machineRows: RowReader<{
  readonly id: number;
  readonly name: string;
  readonly nth: number;
  readonly firstSeen: number;
  readonly changedAt: number;
  readonly statusId: number;
  readonly transitions: number;
  readonly fields: string;
  readonly fieldsAt: number;
}> = {
  table: 'history_machines',
  called: 'name',
  read: (row) => ({
    id: row.count('id'),
    name: row.text('name'),
    nth: row.count('nth'),
    firstSeen: row.or(0, () => row.time('first_seen')),
    changedAt: row.or(0, () => row.time('changed_at')),
    statusId: row.or(0, () => row.count('status_id')),
    transitions: row.or(0, () => row.count('transitions')),
    fields: row.text('fields'),
    fieldsAt: row.or(0, () => row.time('fields_at')),
  }),
};

export const statusRows: RowReader<{ readonly id: number; readonly status: string }> = {
  table: 'history_statuses',
  called: 'status',
  read: (row) => ({ id: row.count('id'), status: row.text('status') }),
};

/** A change with its new raw value; null: the machine was left out. */
export const changeRows: RowReader<{ readonly at: number; readonly status: string | null }> = {
  table: 'history_transitions',
  called: 'machine_id',
  read: (row) => ({ at: row.time('at'), status: row.optional('status') }),
};

export const fieldRows: RowReader<{ readonly at: number; readonly changed: string }> = {
  table: 'history_fields',
  called: 'machine_id',
  read: (row) => ({ at: row.time('at'), changed: row.text('changed') }),
};

export const spanRows: RowReader<{
  readonly start: number;
  readonly until: number;
  readonly reason: GapReason | null;
  readonly detail: string | null;
}> = {
  table: 'history_spans',
  called: 'start',
  read: (row) => ({
    start: row.time('start'),
    until: row.time('until'),
    reason: row.shaped('reason', z.enum(gapReasons).nullable()),
    detail: row.optional('detail'),
  }),
};

export const noteRows: RowReader<readonly [number, string]> = {
  table: 'incident_notes',
  called: 'name',
  read: (row) => [row.time('at'), row.text('note')],
};

export const originRows: RowReader<number> = {
  table: 'history_origins',
  called: 'origin',
  read: (row) => Math.max(row.time('start'), row.time('until')),
};

export const dayRows: RowReader<number> = {
  table: 'history_days',
  called: 'day',
  read: (row) => row.shaped('day', z.int().min(19_700_101).max(99_991_231)) + row.count('ms'),
};

export const foldRows: RowReader<number> = {
  table: 'history_folds',
  called: 'system_id',
  read: (row) => row.time('until'),
};
