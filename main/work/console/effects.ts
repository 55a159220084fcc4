import type { Operation } from '../../../preload/contract/work/console-descriptions.ts';
import type { Family } from '../operations/types.ts';

type Known = readonly [method: string, path: RegExp, effect: Operation['effect']];

/** What the adapters know of their families and the method does not tell. */
const known: Readonly<Record<Family, readonly Known[]>> = {
  // Jobs are listed by POST; version 2 reads files so too, and answers with a task.
  iri: [
    [
      'POST',
      /^\/api\/v\d\/filesystem\/(ls|head|tail|view|stat|file|checksum|download)\/\{[^{}/]+\}$/,
      'reads',
    ],
    ['POST', /^\/api\/v\d\/filesystem\/resources$/, 'reads'],
    ['POST', /^\/api\/v\d\/compute\/status\/\{[^{}/]+\}$/, 'reads'],
  ],
  field: [],
  firecrest: [],
  slurm: [],
};
const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE', 'QUERY']);

/** Returns whether a request only reads, and who says so. */
export function effectOf(
  method: string,
  path: string,
  family: Family | null,
  own: Operation['effect'] | null,
): Pick<Operation, 'effect' | 'effectBy'> {
  if (own !== null) return { effect: own, effectBy: 'user' };
  const found = (family === null ? [] : known[family]).find(
    ([itsMethod, itsPath]) => itsMethod === method && itsPath.test(path),
  );
  if (found !== undefined) return { effect: found[2], effectBy: 'family' };
  return { effect: reading.has(method) ? 'reads' : 'changes', effectBy: 'method' };
}
