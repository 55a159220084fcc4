import * as z from 'zod';
import { gapReasons } from '../../../preload/contract/machines/machine-history.ts';
import { csvRow } from '../../base/files/csv.ts';
import { FileProblem } from '../../base/files/file-problem.ts';
import { faultDetails, fieldFaults, parseJsonFile } from '../../base/files/json-file.ts';
import type { Past, PastChange } from '../history/index.ts';
import { readTable } from './table.ts';
import { textOf } from './text.ts';

type PastStretch = Past['stretches'][number];
type PastMachine = Past['machines'][number];
type Said = Pick<Past, 'stretches' | 'machines'>;

const iso = (at: number): string => new Date(at).toISOString();

export function observationRow({ from, to, reason, detail }: PastStretch): string {
  const kind = reason === null ? 'observed' : 'not-observed';
  return csvRow([kind, '', '', iso(from), iso(to), '', reason ?? '', detail ?? '']);
}

export function changeRow({ name, nth }: PastMachine, { at, status }: PastChange): string {
  const kind = status === null ? 'left-out' : 'change';
  return csvRow([kind, name, String(nth), iso(at), '', status ?? '', '', '']);
}

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const reason = z.enum(gapReasons).nullable();
const stretch = z.object({
  from: moment,
  to: moment,
  reason,
  detail: z.string().max(200).nullable(),
});
const nth = z.number().int().min(0).max(20_000);
const change = z.object({ at: moment, status: z.string().nullable() });
const file = z.object({
  format: z.literal('compute-desk-machine-history'),
  version: z.literal(1),
  told: z.array(stretch),
  machines: z.array(z.object({ name: z.string(), nth, changes: z.array(change) })).max(20_000),
});

/** Parses our archive file into a past in order and without overlaps. @throws FileProblem for any other */
export function readArchive(bytes: Uint8Array): Past {
  const read = textOf(bytes);
  if ('fault' in read) throw new FileProblem({ fault: read.fault });
  const { text } = read;
  const past = /^\s*[{[]/.test(text) ? fromJson(text) : readTable(text);
  const inOrder: PastStretch[] = [];
  for (const one of [...past.stretches].sort((a, b) => a.from - b.from)) {
    const end = inOrder.at(-1)?.to ?? one.from;
    // times without an entry count as: the app was closed
    if (one.from > end) inOrder.push({ from: end, to: one.from, reason: 'closed', detail: null });
    const from = Math.max(one.from, end);
    if (from < one.to) inOrder.push({ ...one, from });
  }
  return {
    origin: 'imported',
    stretches: inOrder,
    machines: past.machines.map(({ changes, ...machine }) => {
      // of several changes at one time the last one counts
      const byTime = new Map(changes.map((one) => [one.at, one]));
      return { ...machine, changes: [...byTime.values()].sort((a, b) => a.at - b.at) };
    }),
  };
}

/** Maximum nesting of our file: machines are lists of records. */
const deepest = 8;
const names: ReadonlySet<string> = new Set([
  ...Object.keys(file.shape),
  ...Object.keys(stretch.shape),
  ...Object.keys(change.shape),
  'name',
  'nth',
  'changes',
]);

function fromJson(text: string): Said {
  const value = parseJsonFile(text, deepest);
  const parsed = file.safeParse(value);
  if (parsed.success) return { stretches: parsed.data.told, machines: parsed.data.machines };
  const { version } = (value ?? {}) as { version?: unknown };
  if (typeof version === 'number' && version > 1) throw new FileProblem({ fault: 'newer' });
  const [first] = fieldFaults(parsed.error.issues, value);
  const shown = (name: string): string => (names.has(name) || /^\d+$/.test(name) ? name : '…');
  throw new FileProblem(faultDetails(first ?? { path: [], fault: 'field-value' }, text, shown));
}
