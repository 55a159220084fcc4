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
const taskFacts = ['id', 'stateText', 'reason', 'exitCode', 'signal', 'elapsedSeconds'] as const;

type Task = JobDetail['jobTasks'][number];

/** Returns the task of an array that the question is about: the chosen one, else the first that failed. */
export const failedTask = (detail: JobDetail, chosen: string | null): Task | undefined =>
  detail.jobTasks.find(({ key }) => key === chosen) ??
  detail.jobTasks.find(({ state }) => state === 'failed' || state === 'limit');

/** Returns the question about a failed job: its accounting, script and the end of its output, or of a task's. */
export function explanationOf(
  t: Translate,
  job: {
    readonly detail: JobDetail;
    readonly task: Task | undefined;
    readonly tail: string;
  },
): string {
  const { detail, task, tail } = job;
  const { cpuSeconds, memory, memoryGiven } = detail.used ?? {};
  const used = { usedCpuSeconds: cpuSeconds, usedMemoryBytes: memory, memoryBytes: memoryGiven };
  const ofTask = (task === undefined ? [] : taskFacts).map(
    (fact) => [`task ${fact}`, task?.[fact]] as const,
  );
  const ofJob = facts.map((fact) => [fact, detail[fact]] as const);
  const accounting = [...ofJob, ...Object.entries(used), ...ofTask].flatMap(([name, value]) =>
    value == null || value === '' ? [] : [`${name}: ${value}`],
  );
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
