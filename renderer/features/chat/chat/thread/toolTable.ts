import { parseJson } from '../../../../../common/texts/json.ts';
import {
  type MachineState,
  machineStates,
  severity,
} from '../../../../../preload/contract/machines/machine-states.ts';
import type { Json } from '../../../../../preload/contract/shapes.ts';

/** A machine as the tool `machine_states` tells it. */
export interface ToolMachine {
  readonly name: string;
  readonly state: MachineState;
  /** Epoch milliseconds; null if unknown. */
  readonly since: number | null;
}

/** A tool's result as rows: machines, or records of any other kind. */
export type ToolTable =
  | { readonly kind: 'machines'; readonly machines: readonly ToolMachine[] }
  | {
      readonly kind: 'records';
      readonly columns: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

type Fields = Readonly<Record<string, Json | undefined>>;

/** Longer results, more columns and longer cells are read as JSON. */
const longestResult = 200_000;
const mostColumns = 6;
const longestCell = 200;

/** Returns a tool's result as a table; null for one that is none. */
export function tableOf(result: string): ToolTable | null {
  if (result.length > longestResult) return null;
  const records = recordsIn(result);
  if (records === null) return null;
  const machines = machinesOf(records);
  if (machines !== null) return { kind: 'machines', machines };
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  if (columns.length > mostColumns) return null;
  const rows: string[][] = [];
  for (const record of records) {
    const cells = columns.map((column) => cellOf(record[column]));
    if (!cells.every((cell) => cell !== null)) return null;
    rows.push(cells);
  }
  return { kind: 'records', columns, rows };
}

/** The records of a list, or of the only list among the fields of an object. */
function recordsIn(result: string): readonly Fields[] | null {
  let json: unknown;
  try {
    json = parseJson(result);
  } catch {
    return null;
  }
  const values: readonly unknown[] = isFields(json) ? Object.values(json) : [json];
  const [list, ...others] = values.filter((value) => Array.isArray(value));
  if (list === undefined || list.length === 0 || others.length > 0) return null;
  const records = list.filter(isFields);
  return records.length === list.length ? records : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function machinesOf(records: readonly Fields[]): readonly ToolMachine[] | null {
  const machines: ToolMachine[] = [];
  for (const { name, state, since } of records) {
    const known = machineStates.find((one) => one === state);
    if (typeof name !== 'string' || known === undefined) return null;
    const at = typeof since === 'string' ? Date.parse(since) : Number.NaN;
    machines.push({ name, state: known, since: Number.isNaN(at) ? null : at });
  }
  // as on Machines: the worst first
  return machines.sort((one, other) => severity[one.state] - severity[other.state]);
}

/** Null for a value that is no short text. */
function cellOf(value: Json | undefined): string | null {
  if (value === undefined || value === null) return '';
  if (typeof value === 'object') return null;
  const text = String(value);
  return text.length > longestCell ? null : text;
}
