import { useCallback, useEffect, useState } from 'react';
import { ignoring } from '../../../../common/ignoring.ts';
import type { JobDetail, JobRow, JobsState } from '../../../../preload/contract/work/jobs.ts';
import { type Followed, toProblem, useClient } from '../../../kit/index.ts';
import { useResource } from '../../../kit/useResource.ts';

/** Main refreshes jobs for two minutes after a look. */
const lookEvery = 60_000;
/** How often an open job that has not ended is asked for, ms. */
const showEvery = 15_000;

/** Follows the jobs of a system; while it is mounted, main refreshes them. */
export function useJobs(systemId: string | null): Followed<JobsState> {
  const client = useClient();
  useEffect(() => {
    if (systemId === null) return;
    const look = () =>
      void ignoring('a failure is in the snapshot', client.call('jobs.look', { systemId }));
    look();
    const timer = setInterval(look, lookEvery);
    return () => clearInterval(timer);
  }, [client, systemId]);
  return useResource('jobs', systemId === null ? null : { systemId });
}

/** Asks for a job as it is opened, as its row changes, and now and then while it has not ended. */
export function useDetail(systemId: string, row: JobRow | undefined, key: string, ended: boolean) {
  const client = useClient();
  const [{ detail, problem }, setShown] = useState<{
    readonly detail: JobDetail | null;
    readonly problem: ReturnType<typeof toProblem> | null;
  }>({ detail: null, problem: null });
  const ask = useCallback(async () => {
    try {
      const shown = await client.call('jobs.show', { systemId, key });
      setShown({ detail: shown, problem: shown.problem });
    } catch (error) {
      setShown((before) => ({ ...before, problem: toProblem(error) }));
    }
  }, [client, systemId, key]);
  const state = row?.state;
  useEffect(() => {
    void state;
    void ask();
    if (ended) return;
    const timer = setInterval(() => void ask(), showEvery);
    return () => clearInterval(timer);
  }, [ask, ended, state]);
  return { detail, problem, ask };
}
