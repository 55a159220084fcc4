import * as z from 'zod';
import { parseJson } from '../../preload/contract/json.ts';
import { gapReasons } from '../../preload/contract/machines/machine-history.ts';
import { csvRow, readCsv } from '../csv.ts';
import type { Past, PastChange } from '../machine-history/index.ts';

/** The columns of the table; docs/machine-history.md says what they hold. */
export const columns = ['kind', 'machine', 'nth', 'from', 'to', 'status', 'reason', 'detail'];

type Told = Past['told'][number];
type PastMachine = Past['machines'][number];

const iso = (at: number): string => new Date(at).toISOString();

export function toldRow({ from, to, reason, detail }: Told): string {
  const kind = reason === null ? 'observed' : 'not-observed';
  return csvRow([kind, '', '', iso(from), iso(to), '', reason ?? '', detail ?? '']);
}

export function changeRow({ name, nth }: PastMachine, { at, status }: PastChange): string {
  const kind = status === null ? 'left-out' : 'change';
  return csvRow([kind, name, String(nth), iso(at), '', status ?? '', '', '']);
}

const moment = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));
const reason = z.enum(gapReasons).nullable();
const told = z.object({ from: moment, to: moment, reason, detail: z.string().max(200).nullable() });
const nth = z.number().int().min(0).max(20_000);
const change = z.object({ at: moment, status: z.string().nullable() });
const file = z.object({
  format: z.literal('compute-desk-machine-history'),
  version: z.literal(1),
  told: z.array(told),
  machines: z.array(z.object({ name: z.string(), nth, changes: z.array(change) })).max(20_000),
});
const row = z.tuple([
  z.enum(['observed', 'not-observed', 'change', 'left-out']),
  z.string(),
  z.string(),
  moment,
  z.union([z.literal(''), moment]),
  z.string(),
  z.union([z.literal(''), z.enum(gapReasons)]),
  z.string().max(200),
]);

/** What a file of ours holds, in order and without overlaps; null for any other. */
export function readArchive(bytes: Uint8Array): Past | null {
  const text = new TextDecoder().decode(bytes).replace(/^\uFEFF/, '');
  const past = text.trimStart().startsWith('{') ? fromJson(text) : fromCsv(text);
  if (past === null) return null;
  const inOrder: Told[] = [];
  for (const one of [...past.told].sort((a, b) => a.from - b.from)) {
    const end = inOrder.at(-1)?.to ?? one.from;
    // of what nothing is said the app was closed
    if (one.from > end) inOrder.push({ from: end, to: one.from, reason: 'closed', detail: null });
    const from = Math.max(one.from, end);
    if (from < one.to) inOrder.push({ ...one, from });
  }
  return {
    origin: 'imported',
    told: inOrder,
    machines: past.machines.map(({ changes, ...machine }) => {
      // of several at one moment the last one holds
      const byTime = new Map(changes.map((one) => [one.at, one]));
      return { ...machine, changes: [...byTime.values()].sort((a, b) => a.at - b.at) };
    }),
  };
}

type Said = Pick<Past, 'told' | 'machines'>;

function fromJson(text: string): Said | null {
  try {
    const parsed = file.safeParse(parseJson(text));
    return parsed.success ? parsed.data : null;
  } catch {
    // no JSON is no file of ours
    return null;
  }
}

function fromCsv(text: string): Said | null {
  const [head, ...rows] = readCsv(text) ?? [];
  if (head === undefined || head.join() !== columns.join()) return null;
  const stretches: Told[] = [];
  const machines = new Map<string, { name: string; nth: number; changes: PastChange[] }>();
  for (const cells of rows) {
    const parsed = row.safeParse(cells);
    if (!parsed.success) return null;
    const [kind, name, place, from, to, status, why, detail] = parsed.data;
    if (kind === 'observed' || kind === 'not-observed') {
      if (to === '' || (why === '') !== (kind === 'observed')) return null;
      const reason = why === '' ? null : why;
      stretches.push({ from, to, reason, detail: detail === '' ? null : detail });
      continue;
    }
    const number = nth.safeParse(Number(place));
    if (!number.success) return null;
    const key = `${number.data} ${name}`;
    const machine = machines.get(key) ?? { name, nth: number.data, changes: [] };
    machines.set(key, machine);
    machine.changes.push({ at: from, status: kind === 'left-out' ? null : status });
  }
  return { told: stretches, machines: [...machines.values()] };
}
