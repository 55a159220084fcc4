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
/** Of the task that failed. */
const taskFacts = ['id', 'stateText', 'reason', 'exitCode', 'signal', 'elapsedSeconds'] as const;

export type JobTask = JobDetail['jobTasks'][number];

/** Returns the task of an array that failed first, by its place in the list; null: none did. */
export const failedTask = ({ jobTasks }: JobDetail): JobTask | null =>
  jobTasks.find(({ state }) => state === 'failed' || state === 'limit') ?? null;

/** Returns the question about a failed job: its accounting, script and the end of its output; of an array also its task's. */
export function explanationOf(
  t: Translate,
  job: { readonly detail: JobDetail; readonly task: JobTask | null; readonly tail: string },
): string {
  const { detail, task, tail } = job;
  const { cpuSeconds = null, memory = null, memoryGiven = null } = detail.used ?? {};
  const accounting = [
    ...linesOf(facts, detail),
    // as bytes: exact, and what a model divides by itself
    ...linesOf(['cpuSeconds', 'peakMemoryBytes', 'memoryGivenBytes'] as const, {
      cpuSeconds,
      peakMemoryBytes: memory,
      memoryGivenBytes: memoryGiven,
    }),
    ...(task === null ? [] : ['', ...linesOf(taskFacts, task).map((line) => `task ${line}`)]),
  ];
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

function linesOf<F extends string>(
  names: readonly F[],
  values: Readonly<Record<F, string | number | null>>,
): string[] {
  return names.flatMap((name) => {
    const value = values[name];
    return value === null || value === '' ? [] : [`${name}: ${value}`];
  });
}

/** A fence that no line of the text ends. */
function fenced(text: string): string {
  const longest = Math.max(0, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}
