import { expect, test } from 'vitest';
import { createSlurmSshApi } from '../../../../main/work/operations/slurm/ssh/index.ts';
import type { Remote } from '../../../../main/work/operations/types.ts';

const machine = 'login';

/** A host with this queue; `lines` are the commands that it ran. */
function host(jobs: readonly unknown[]) {
  const text = JSON.stringify({ meta: {}, jobs });
  const lines: string[] = [];
  const remote: Remote = {
    host: machine,
    async run(words) {
      lines.push(words.join(' '));
      const output = words[0] === 'squeue' ? text : '{"jobs":[]}';
      return { code: 0, output: new TextEncoder().encode(`Welcome\n${output}\n`), words: '' };
    },
    sftp: () => Promise.reject(new Error('not asked')),
  };
  const operations = createSlurmSshApi(remote).jobs;
  if (operations === null) throw new Error('no jobs');
  return { jobs: operations, lines };
}
const job = (id: number) => ({
  ...{ job_id: id, job_state: 'RUNNING', name: `job ${id}`, standard_output: `/o/${id}` },
  environment: Array.from({ length: 30 }, (_, number) => `VARIABLE_${number}=日本`),
});

test('a queue of ten thousand jobs is read while main answers others', async () => {
  const { jobs } = host(Array.from({ length: 10_000 }, (_, number) => job(number + 1)));
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await jobs.list({ machine, ended: false })).toHaveLength(10_000);
  isOver = true;
  expect(turns).toBeGreaterThan(30);
});

test('single jobs of a round are taken from its list; only those that it lacks are asked for', async () => {
  const { jobs, lines } = host([job(1), job(2), job(3)]);
  await jobs.list({ machine, ended: false });
  for (const id of ['1', '2', '3', '7', '8']) await jobs.show({ machine, id });
  const asked = (command: string) => lines.filter((line) => line.startsWith(command)).length;
  expect([asked('squeue'), asked('sacct')]).toEqual([1, 2]);
});

test('after something was changed the queue is asked anew', async () => {
  const { jobs, lines } = host([job(1)]);
  await jobs.list({ machine, ended: false });
  await jobs.cancel(machine, ['1']);
  await jobs.show({ machine, id: '1' });
  expect(lines.filter((line) => line.startsWith('squeue'))).toHaveLength(2);
});
