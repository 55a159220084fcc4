import type { JobProject, JobQueue } from '../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useClient } from '../../../kit/index.ts';
import { useLoaded } from '../../../kit/loading/useLoaded.ts';

/** The user's projects on a machine, as the API tells them. Null: nothing is asked. */
export function useProjects(asked: { readonly systemId: string; readonly machine: string } | null) {
  const client = useClient();
  return useLoaded<JobProject[]>(asked && JSON.stringify(asked), async () =>
    asked === null ? [] : client.call('jobs.projects', asked),
  );
}

/** A machine's queues, as the API tells them. Null: nothing is asked. */
export function useQueues(asked: { readonly systemId: string; readonly machine: string } | null) {
  const client = useClient();
  return useLoaded<JobQueue[]>(asked && JSON.stringify(asked), async () =>
    asked === null ? [] : client.call('jobs.queues', asked),
  );
}

/** Returns what says a project's title and what is used of it; empty if the API tells neither. */
export function useAboutProject(): (project: JobProject) => string {
  const t = useT();
  const format = useFormat();
  return ({ title, allocations }) =>
    [
      title,
      ...allocations.map(({ used, granted, unit }) =>
        t('jobs.submit.allocation', {
          unit,
          used: format.number(used),
          granted: format.number(granted),
        }),
      ),
    ]
      .filter((part) => part !== null)
      .join(' · ');
}
