import type { JobDetail } from '../../../../../preload/contract/work/jobs.ts';
import type { Translate } from '../../../../i18n/index.ts';

const mostScript = 20_000;
const mostTail = 12_000;
const facts = [
  'id',
  'name',
  'machine',
  'stateText',
  'reason',
  'exitCode',
  'signal',
  'queue',
  'nodes',
  'cpus',
  'limitSeconds',
  'elapsedSeconds',
] as const;

/** Returns the question about a failed job: its accounting, script and the end of its output. */
export function explanationOf(
  t: Translate,
  job: { readonly detail: JobDetail; readonly tail: string },
): string {
  const { detail, tail } = job;
  const accounting = facts.flatMap((fact) => {
    const value = detail[fact];
    return value === null || value === '' ? [] : [`${fact}: ${value}`];
  });
  const parts: readonly (readonly [string, string])[] = [
    [t('jobs.explain.accounting'), accounting.join('\n')],
    [t('jobs.explain.script'), (detail.script ?? '').slice(0, mostScript)],
    [t('jobs.explain.output'), tail.slice(-mostTail)],
  ];
  return [
    t('jobs.explain.question'),
    ...parts.flatMap(([title, text]) =>
      text.trim() === '' ? [] : [`${title}\n\n${fenced(text)}`],
    ),
  ].join('\n\n');
}

/** A fence that no line of the text ends. */
function fenced(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}
