import type * as z from 'zod';
import type { FaultDetails, FileFault } from '../../../common/texts/file-fault.ts';
import { exceedsDepth, parseJson } from '../../../common/texts/json.ts';
import { fieldPosition, jsonFault } from '../../../common/texts/json-text.ts';
import { FileProblem } from './file-problem.ts';

type Path = readonly PropertyKey[];

/** Parses a JSON file. @throws FileProblem with line and column */
export function parseJsonFile(text: string, deepest: number): unknown {
  if (exceedsDepth(text, deepest)) throw new FileProblem({ fault: 'too-deep' });
  try {
    return parseJson(text);
  } catch (cause) {
    throw new FileProblem(jsonFault(text) ?? { fault: 'not-json' }, cause);
  }
}

/** First problem that a schema found: where, and what. */
export interface FieldFault {
  readonly path: Path;
  readonly fault: FileFault;
}

type Issue = z.core.$ZodIssue;

const kinds: Readonly<Record<string, FileFault>> = {
  string: 'field-text',
  number: 'field-number',
  int: 'field-number',
  boolean: 'field-boolean',
  array: 'field-list',
  object: 'field-record',
  record: 'field-record',
};

/** Returns the problems of one of our records, a wrong `format` first. @param value the value that was checked */
export function fieldFaults(issues: readonly Issue[], value: unknown): FieldFault[] {
  const found = issues.flatMap((issue) => faultsOf(issue, [], value));
  const format = found.find(({ path }) => path.length === 1 && path[0] === 'format');
  if (format === undefined) return found;
  return [{ path: format.path, fault: 'format' }, ...found.filter((one) => one !== format)];
}

function faultsOf(issue: Issue, above: Path, value: unknown): FieldFault[] {
  const path = [...above, ...issue.path];
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ path: [...path, key], fault: 'field-unknown' }));
  }
  // Of several forms, the one that the value matches best.
  const forms = issue.code === 'invalid_union' ? issue.errors : [];
  const nearest = forms.toSorted((a, b) => depthOf(b) - depthOf(a))[0];
  if (nearest !== undefined && nearest.length > 0 && depthOf(nearest) > 0) {
    return nearest.flatMap((one) => faultsOf(one, path, value));
  }
  return [{ path, fault: faultOf(issue, valueAt(value, path)) }];
}

const depthOf = (issues: readonly Issue[]): number =>
  Math.max(0, ...issues.map(({ path }) => path.length));

function faultOf(issue: Issue, value: unknown): FileFault {
  if (value === undefined) return 'field-missing';
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? 'field-value';
    case 'too_big':
      return issue.origin === 'string' ? 'field-long' : 'field-many';
    case 'too_small':
      return issue.origin === 'string' ? 'field-empty' : 'field-value';
    default:
      return 'field-value';
  }
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null) return undefined;
    at = (at as Record<PropertyKey, unknown>)[step];
  }
  return at;
}

/** Returns the problem as error details, with its line and its name as `shown` gives it. */
export function faultDetails(
  { path, fault }: FieldFault,
  text: string,
  shown: (name: string) => string,
): FaultDetails {
  const { line } = fieldPosition(text, path);
  const field = path.map((step) => shown(String(step))).join('.');
  return field === '' ? { fault, line } : { fault, line, field };
}
