import { describe, expect, inject, test } from 'vitest';
import { createSlurmApi } from '../../main/work/operations/slurm/index.ts';
import type { Job, JobOperations } from '../../main/work/operations/types.ts';
import { restSend } from '../slurm/rest-send.ts';
import { patience } from '../support/patience.ts';
import { project, versions } from './kind.ts';

const machine = 'lane';
const { forgetful } = inject('slurm24');
const send = restSend(forgetful.socketPath);

const apiBy = (version: string, accounting = true) =>
  createSlurmApi(send, { version, accounting, cluster: machine, user: 'desk' });

function jobsBy(version: string, accounting = true): JobOperations {
  const { jobs } = apiBy(version, accounting);
  if (jobs === null) throw new Error('it has no jobs');
  return jobs;
}

/** Submitted by the newest, whoever tells of it later. */
const newest = versions[versions.length - 1] ?? '';
const submit = (name: string, script: string): Promise<string> =>
  jobsBy(newest).submit({
    ...{ machine, name, script: `#!/bin/bash\n${script}\n`, folder: forgetful.folder },
    ...{ queue: null, project: null, nodes: null, limitSeconds: 60, array: null, marker: null },
  });

/** Waits until slurmctld knows it no more: it cleans up once a minute. */
async function forgotten(id: string): Promise<void> {
  const known = () => jobsBy(newest, false).show({ machine, id });
  await expect.poll(known, { timeout: patience(150_000), interval: 500 }).toEqual([]);
}
const shown = async (id: string, version: string = newest): Promise<Job | undefined> =>
  (await jobsBy(version).show({ machine, id }))[0];

describe('Slurm 24.11 with accounting', () => {
  test('a job that slurmctld forgot is shown and listed as it ended, by every interface', async () => {
    const id = await submit('fails', 'sleep 2; exit 7');
    await forgotten(id);
    for (const version of versions) {
      const job = await shown(id, version);
      expect(job).toMatchObject({
        ...{ id, name: 'fails', state: 'failed', exitCode: 7, signal: null, limitSeconds: 60 },
        ...{ user: 'desk', queue: 'small', nodes: 1, cpus: 1, folder: forgetful.folder },
        // v0.0.40 does not tell it.
        outputPath: version === 'v0.0.40' ? null : `${forgetful.folder}/slurm-${id}.out`,
      });
      const { submittedAt, startedAt, endedAt, elapsedSeconds } = job ?? {};
      expect(elapsedSeconds).toBeGreaterThanOrEqual(2);
      expect((endedAt ?? 0) - (startedAt ?? 0)).toBe((elapsedSeconds ?? 0) * 1000);
      const ended = (since: number) => jobsBy(version).list({ machine, ended: true, since });
      const isIt = (one: Job): boolean => one.id === id && one.submittedAt === submittedAt;
      expect((await ended(Date.now() - 3_600_000)).filter(isIt)).toHaveLength(1);
      expect((await ended((endedAt ?? 0) + 2000)).filter(isIt)).toEqual([]);
    }
  });

  test('an id that is used again is the later job, and what is told of the earlier stays its own', async () => {
    const first = await submit('first', 'exit 3');
    await forgotten(first);
    const before = await shown(first);
    expect(before).toMatchObject({ name: 'first', state: 'failed', exitCode: 3 });
    let id = '';
    for (let tries = 0; id !== first; tries += 1) {
      expect(tries).toBeLessThan(10);
      id = await submit('later', 'true');
    }
    await forgotten(id);
    expect(await shown(id)).toMatchObject({ name: 'later', state: 'done', exitCode: 0 });
    const all = await jobsBy(newest).list({ machine, ended: true });
    const same = all.filter((one) => one.id === first);
    expect(same.map(({ name }) => name)).toContain('later');
    for (const one of same.filter(({ submittedAt }) => submittedAt === before?.submittedAt)) {
      expect(one).toMatchObject({ name: 'first', state: 'failed', exitCode: 3 });
    }
  });

  test('a job that ran past its limit, and a cancelled one, say so once only accounting knows them', async () => {
    const limited = await submit('long', 'sleep 1000');
    const cancelled = await submit('cancelled', 'sleep 1000');
    const state = async () => (await shown(cancelled))?.state;
    await expect.poll(state, { timeout: patience(20_000) }).toBe('running');
    await jobsBy(newest).cancel(machine, [cancelled]);
    await forgotten(limited);
    await forgotten(cancelled);
    expect(await shown(cancelled)).toMatchObject({ state: 'cancelled' });
    const job = await shown(limited);
    expect(job).toMatchObject({ state: 'limit', stateText: 'TIMEOUT', limitSeconds: 60 });
    expect(job?.elapsedSeconds).toBeGreaterThanOrEqual(60);
  });

  test.each(versions)('%s tells the accounts that a user may charge', async (version) => {
    const projects = await apiBy(version).projects?.(machine);
    expect(projects).toEqual([{ name: project, title: null, allocations: [] }]);
  });
});
