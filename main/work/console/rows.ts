import * as z from 'zod';
import { problem } from '../../../preload/contract/shapes.ts';
import {
  type DescriptionWarning,
  descriptionWarning,
} from '../../../preload/contract/work/console-descriptions.ts';
import {
  type ConsoleRequest,
  consoleRequest,
  type HistoryEntry,
  type SavedRequest,
} from '../../../preload/contract/work/console-requests.ts';
import type { RowReader } from '../../base/storage/rows/index.ts';

export interface KeptDescription {
  readonly id: string;
  readonly systemId: string;
  readonly title: string;
  readonly version: string;
  readonly format: string;
  readonly source: string;
  readonly importedAt: number;
  /** Null: as the description and the system's address say. */
  readonly server: string | null;
  readonly warnings: readonly DescriptionWarning[];
  readonly moreWarnings: number;
}

export const descriptionRows: RowReader<KeptDescription> = {
  table: 'console_descriptions',
  called: 'id',
  read: (row) => ({
    id: row.word('id'),
    systemId: row.word('system_id'),
    title: row.or('', () => row.text('title')),
    version: row.or('', () => row.text('version')),
    format: row.or('', () => row.text('format')),
    source: row.or('', () => row.text('source')),
    importedAt: row.or(0, () => row.time('imported_at')),
    server: row.or(null, () => row.optionalWord('server')),
    warnings: row.or([], () => row.json('warnings', z.array(descriptionWarning))),
    moreWarnings: row.or(0, () => row.count('more_warnings')),
  }),
};

const said = z.object({
  operationId: z.string().nullable(),
  tags: z.array(z.string()),
  summary: z.string(),
  deprecated: z.boolean(),
});
const effects = ['reads', 'changes'] as const;

export interface KeptOperation extends z.infer<typeof said> {
  readonly key: string;
  /** The user's own word. */
  readonly effect: (typeof effects)[number] | null;
  readonly note: string;
  readonly hash: string;
}

export const operationRows: RowReader<KeptOperation> = {
  table: 'console_operations',
  called: 'key',
  read: (row) => ({
    key: row.word('key'),
    ...row.json('said', said),
    // What the user called harmless asks again if that cannot be read.
    effect: row.or(null, () =>
      row.optionalWord('effect') === null ? null : row.one('effect', effects),
    ),
    note: row.or('', () => row.text('note')),
    hash: row.or('', () => row.text('hash')),
  }),
};

export const schemaRows: RowReader<readonly [ref: string, said: string]> = {
  table: 'console_schemas',
  called: 'ref',
  read: (row) => [row.word('ref'), row.text('said')],
};

export const requestRows: RowReader<SavedRequest> = {
  table: 'console_requests',
  called: 'id',
  read: (row) => ({
    id: row.word('id'),
    name: row.word('name'),
    note: row.or('', () => row.text('note')),
    request: row.json('request', consoleRequest),
    savedAt: row.or(0, () => row.time('saved_at')),
  }),
};

export interface KeptDraft {
  readonly key: string;
  readonly request: ConsoleRequest;
}

export const draftRows: RowReader<KeptDraft> = {
  table: 'console_drafts',
  called: 'key',
  read: (row) => ({ key: row.word('key'), request: row.json('request', consoleRequest) }),
};

const variable = z.object({ name: z.string(), value: z.string().nullable(), secret: z.boolean() });
export interface ConsoleSettings {
  readonly variables: readonly z.infer<typeof variable>[];
  readonly origins: readonly string[];
}

export const settingRows: RowReader<ConsoleSettings> = {
  table: 'console_settings',
  called: 'system_id',
  read: (row) => ({
    variables: row.or([], () => row.json('variables', z.array(variable))),
    origins: row.or([], () => row.json('origins', z.array(z.string()))),
  }),
};

const outcome = z.object({
  status: z.number().nullable(),
  durationMs: z.number().nullable(),
  size: z.number().nullable(),
  problem: problem.nullable(),
});
export type Outcome = z.infer<typeof outcome>;
export const noOutcome: Outcome = { status: null, durationMs: null, size: null, problem: null };

export const historyRows: RowReader<HistoryEntry> = {
  table: 'console_history',
  called: 'id',
  read(row) {
    const request = row.json('request', consoleRequest);
    return {
      id: row.word('id'),
      at: row.or(0, () => row.time('at')),
      method: request.method,
      url: row.text('url'),
      ...row.or(noOutcome, () => row.json('outcome', outcome)),
      pinned: row.or(false, () => row.flag('pinned')),
      request,
    };
  },
};
