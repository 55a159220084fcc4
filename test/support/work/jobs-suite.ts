import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ComputeApi, Job, Submission } from '../../../main/work/operations/types.ts';
import { patience } from '../patience.ts';

/** An API to try, with scripts in its scheduler's language. */
export interface JobsUnderTest {
  api(): ComputeApi;
  readonly machine: string;
  /** Working folder to ask for. */
  readonly folder: string | null;
  /** A script of which one task of four, 0 to 3, fails. */
  readonly oneTaskFails: string;
  /** It refuses a queue that it does not have. */
  readonly knowsQueues?: boolean;
}

const bare: Omit<Submission, 'machine' | 'script'> = {
  name: null,
  queue: null,
  project: null,
  nodes: null,
  limitSeconds: null,
  array: null,
  folder: null,
  marker: null,
};
const settled = ['done', 'failed', 'limit', 'cancelled'];

/** What every family's jobs have to do, whoever answers. */
export function testJobs(
  name: string,
  { api, machine, folder, oneTaskFails, knowsQueues = false }: JobsUnderTest,
): void {
  const jobs = () => {
    const found = api().jobs;
    if (found === null) throw new Error('it has no jobs');
    return found;
  };
  const submit = (script: string, more: Partial<Submission> = {}): Promise<string> =>
    jobs().submit({ ...bare, machine, script: `#!/bin/bash\n${script}\n`, folder, ...more });
  const show = (id: string): Promise<readonly Job[]> => jobs().show({ machine, id });
  const until = (id: string, states: readonly string[]): Promise<readonly Job[]> =>
    expect
      .poll(async () => (await show(id)).map(({ state }) => state), { timeout: patience(60_000) })
      .toSatisfy((all: string[]) => all.length > 0 && all.every((one) => states.includes(one)))
      .then(() => show(id));

  test(`${name}: a job runs, and is listed while it does and once it has ended`, async () => {
    const id = await submit('sleep 3', { name: 'first-job', limitSeconds: 120 });
    const listed = await jobs().list({ machine, ended: false });
    const own = listed.find((job) => job.id === id);
    expect(own).toMatchObject({ name: 'first-job', endedAt: null, exitCode: null });
    expect(own?.submittedAt).toBeGreaterThan(Date.now() - 60_000);
    await until(id, ['running', 'ending', 'done']);
    const [job] = await until(id, settled);
    expect(job).toMatchObject({ state: 'done', exitCode: 0, limitSeconds: 120, machine });
    expect(job?.endedAt).toBeGreaterThanOrEqual(job?.startedAt ?? Number.POSITIVE_INFINITY);
    const ended = await jobs().list({ machine, ended: true });
    expect(ended.map((one) => one.id)).toContain(id);
    expect((await jobs().list({ machine, ended: false })).map((one) => one.id)).not.toContain(id);
  });

  test(`${name}: a job that fails says its exit code`, async () => {
    const id = await submit('exit 7');
    expect(await until(id, settled)).toMatchObject([{ state: 'failed', exitCode: 7 }]);
  });

  test(`${name}: a running job is cancelled once, and says so; an unknown one is not`, async () => {
    const id = await submit('sleep 100');
    await until(id, ['running']);
    expect(await jobs().cancel(machine, [id])).toMatchObject([{ id, accepted: true }]);
    expect(await until(id, settled)).toMatchObject([{ state: 'cancelled' }]);
    const [unknown] = await jobs().cancel(machine, ['99999']);
    expect(unknown?.accepted).toBe(false);
    expect(unknown?.words).not.toBe('');
  });

  test(`${name}: the tasks of an array are told apart, one of them fails`, async () => {
    const id = await submit(oneTaskFails, { array: '0-3' });
    const all = await until(id, settled);
    const tasks = all.filter(({ task }) => task !== null);
    expect(tasks.map(({ task }) => task?.number).sort()).toEqual([0, 1, 2, 3]);
    expect(tasks.filter(({ state }) => state === 'failed')).toHaveLength(1);
    expect(new Set(tasks.map((task) => task.task?.array))).toEqual(new Set([id]));
    const [one] = tasks;
    expect(await show(one?.id ?? '')).toMatchObject([{ id: one?.id }]);
  });

  test(`${name}: a job is found by its marker, and its output is read`, async () => {
    const { findsMarker } = jobs();
    const marker = findsMarker ? `compute-desk ${randomUUID()}` : null;
    const id = await submit('echo "from the job"', { marker });
    const [job] = await until(id, settled);
    const ended = await jobs().list({ machine, ended: true });
    const found = ended.filter(({ comment }) => comment !== null && comment === marker);
    expect(found.map((one) => one.id)).toEqual(findsMarker ? [id] : []);
    const { files } = api();
    const path = job?.outputPath ?? null;
    if (files === null || path === null) return;
    const text = async () => new TextDecoder().decode(await files.read(machine, path, 1_000));
    await expect.poll(text, { timeout: patience(10_000) }).toBe('from the job\n');
    await expect(files.read(machine, path, 3)).rejects.toMatchObject({ code: 'answer-too-large' });
  });

  if (knowsQueues)
    test(`${name}: a script that the scheduler refuses says why, and no job is made`, async () => {
      const before = (await jobs().list({ machine, ended: false })).length;
      const refused = submit('true', { queue: 'no-such-queue' });
      await expect(refused).rejects.toMatchObject({ details: { server: expect.any(String) } });
      expect(await jobs().list({ machine, ended: false })).toHaveLength(before);
    });

  test(`${name}: an unknown job is shown as nothing`, async () => {
    expect(await show('99999')).toEqual([]);
  });
}
