import { describe, expect, test } from 'vitest';
import { completed, unsentLines } from '../../../../main/work/jobs/submissions.ts';
import { createFieldApi } from '../../../../main/work/operations/field/index.ts';
import { createFirecrestApi } from '../../../../main/work/operations/firecrest/index.ts';
import { createIriApi } from '../../../../main/work/operations/iri/index.ts';
import { createSlurmApi } from '../../../../main/work/operations/slurm/index.ts';
import type { ComputeApi } from '../../../../main/work/operations/types.ts';
import type { JobSubmission } from '../../../../preload/contract/work/jobs.ts';

const send = () => Promise.reject(new Error('nothing is sent'));
const slurm = (version: string) =>
  createSlurmApi(send, { version, accounting: false, cluster: 'c', user: 'desk' });
const iri = createIriApi(send, { version: 'v2' });

/** As a group that trains models writes it. */
const training = `#!/bin/bash
#SBATCH --job-name=train -p gpu
#SBATCH -N 2 --ntasks-per-node=4
#SBATCH -c 8 --mem=64G
#SBATCH --gres=gpu:a100:4,shard:1
#SBATCH --gpus-per-task=1
#SBATCH --qos=high --constraint="ib&fast" --exclusive
#SBATCH --output=logs/%x.%j.out
#SBATCH -e /data/errors.txt
#SBATCH --dependency=afterok:12:13
#SBATCH --mail-type=END,TIME_LIMIT_80 --mail-user=a@example.org
#SBATCH --open-mode=append --no-requeue --nice
#SBATCH --exclude=n[1-3]
#SBATCH --signal=USR1@60
#SBATCH --export=ALL
#SBATCH --comment=mine
srun train
`;

const submissionOf = (script: string, more: Partial<JobSubmission> = {}): JobSubmission => ({
  ...{ machine: 'c', script, name: null, queue: null, project: null, nodes: null },
  ...{ limitSeconds: null, array: null, folder: '/data', ...more },
});

function sentTo(api: ComputeApi, script: string, more: Partial<JobSubmission> = {}) {
  if (api.jobs === null) throw new Error('it takes no jobs');
  const what = submissionOf(script, more);
  const request = api.jobs.preview({ ...completed(what, api.jobs), marker: null });
  const body: unknown = 'body' in request ? JSON.parse(String(request.body)) : null;
  const { unsent, moreUnsent } = unsentLines(what, api);
  return { body, unsent, lines: unsent.map(({ line }) => line), moreUnsent };
}
const number = (value: number) => ({ set: true, infinite: false, number: value });

describe('what a script asks for', () => {
  const same = {
    ...{ name: 'train', partition: 'gpu', tasks_per_node: 4, cpus_per_task: 8, qos: 'high' },
    ...{ constraints: 'ib&fast', standard_output: 'logs/%x.%j.out', nice: 100, requeue: false },
    ...{ standard_error: '/data/errors.txt', dependency: 'afterok:12:13' },
    mail_user: 'a@example.org',
  };
  const newer = {
    ...{ ...same, minimum_nodes: 2, maximum_nodes: 2, minimum_cpus: 64, open_mode: ['APPEND'] },
    ...{ memory_per_node: number(65_536), mail_type: ['END', 'TIME=80%'] },
    ...{ excluded_nodes: ['n[1-3]'], tres_per_task: 'gres/gpu:1' },
    tres_per_node: 'gres/gpu:a100:4,gres/shard:1',
  };

  test.each([
    ['v0.0.40', { ...newer, exclusive: ['true'] }],
    ['v0.0.41', { ...newer, shared: ['none'] }],
    ['v0.0.42', { ...newer, shared: ['none'] }],
  ])(
    'goes to slurmrestd %s as its description names it, and what has no field is told',
    (version, job) => {
      const { body, unsent, moreUnsent } = sentTo(slurm(version), training);
      expect(body).toEqual({
        script: training,
        job: {
          ...job,
          environment: ['PATH=/usr/local/bin:/usr/bin:/bin'],
          current_working_directory: '/data',
        },
      });
      expect(unsent).toEqual([
        { line: 14, text: '#SBATCH --signal=USR1@60' },
        { line: 15, text: '#SBATCH --export=ALL' },
        { line: 16, text: '#SBATCH --comment=mine' },
      ]);
      expect(moreUnsent).toBe(0);
    },
  );

  test('goes to v0.0.38 with numbers as they are, without what Slurm 22.05 refuses', () => {
    const { body, lines } = sentTo(slurm('v0.0.38'), training);
    expect(body).toMatchObject({
      job: {
        ...{ ...same, nodes: [2], memory_per_node: 65_536, open_mode: 'append' },
        mail_type: 'END,TIME_LIMIT_80',
      },
    });
    const { job } = body as { job: object };
    for (const field of ['minimum_cpus', 'gres', 'gpus_per_task', 'exclusive']) {
      expect(job).not.toHaveProperty(field);
    }
    expect(lines).toEqual([5, 6, 7, 13, 14, 15, 16]);
  });

  test('goes to v0.0.39 without devices, whose form there is not known', () => {
    const script = '#!/bin/bash\n#SBATCH -G 2 --gres=shard:1\n#SBATCH -n 2\nsrun a\n';
    const { body, lines } = sentTo(slurm('v0.0.39'), script);
    expect(JSON.stringify(body)).not.toContain('tres');
    expect(body).toMatchObject({ job: { tasks: 2 } });
    expect(lines).toEqual([2]);
  });

  test.each([
    ['0', 0],
    ['512', 512],
    ['1500K', 2],
    ['2g', 2048],
    ['1TB', 1_048_576],
  ])('memory of %s is %d MB', (text, megabytes) => {
    const { body, lines } = sentTo(slurm('v0.0.42'), `#SBATCH --mem-per-cpu=${text}\n`);
    expect(body).toMatchObject({ job: { memory_per_cpu: number(megabytes) } });
    expect(lines).toEqual([]);
  });

  test.each([
    '--ntasks=many',
    '-n 0',
    '--mem=all',
    '--exclusive=topology',
    '--mail-type=NEVER',
    '--open-mode=both',
    '--gres=none',
    '--nice=low',
    '--hold=yes',
    '--time=soon',
    '--time=0',
    '-N 1 --contiguous',
  ])('%s is no value that is sent, and told', (option) => {
    const script = `#!/bin/bash\n#SBATCH ${option}\nsrun a\n`;
    const { unsent, body } = sentTo(slurm('v0.0.42'), script);
    expect(unsent).toEqual([{ line: 2, text: `#SBATCH ${option}` }]);
    expect(JSON.stringify(body)).not.toMatch(/"(tasks|memory_per_node|shared|time_limit|nice)"/);
  });

  test('is a folder only if it is absolute', () => {
    const script = '#!/bin/bash\n#SBATCH --chdir=here\nsrun a\n';
    const what = submissionOf(script, { folder: null });
    expect(unsentLines(what, slurm('v0.0.42')).unsent.map(({ line }) => line)).toEqual([2]);
    expect(() => sentTo(slurm('v0.0.42'), script, { folder: null })).toThrow(
      expect.objectContaining({ code: 'job-folder-required' }),
    );
  });

  test('goes to IRI as far as its description has it; Slurm’s patterns and memory of several nodes do not', () => {
    const { body, lines } = sentTo(iri, training);
    expect(body).toMatchObject({
      stderr_path: '/data/errors.txt',
      resources: {
        ...{ node_count: 2, processes_per_node: 4, cpu_cores_per_process: 8 },
        ...{ gpu_cores_per_process: 1, exclusive_node_use: true },
      },
      attributes: { queue_name: 'gpu', custom_attributes: { constraint: 'ib&fast' } },
    });
    expect(body).not.toHaveProperty('stdout_path');
    expect(lines).toEqual([4, 5, 7, 8, 10, 11, 12, 13, 14, 15, 16]);
    const small = '#!/bin/bash\n#SBATCH --mem=1G -n 3 --reservation=course -o out.txt\nsrun a\n';
    const one = sentTo(iri, small);
    expect(one.body).toMatchObject({
      stdout_path: 'out.txt',
      resources: { memory: 1_073_741_824, process_count: 3 },
      attributes: { reservation_id: 'course' },
    });
    expect(one.lines).toEqual([]);
  });

  test('stays in the script where the system reads its lines: nothing is said to be lost', () => {
    const firecrest = createFirecrestApi(send, { user: 'desk' });
    const { body, lines } = sentTo(firecrest, training);
    expect(JSON.stringify(body)).toContain('--signal=USR1@60');
    expect(lines).toEqual([]);
  });

  test('has a range of nodes as it is said, where a field says it', () => {
    const script = '#!/bin/bash\n#SBATCH --nodes=2-4\nsrun a\n';
    expect(sentTo(slurm('v0.0.42'), script)).toMatchObject({
      body: { job: { minimum_nodes: 2, maximum_nodes: 4 } },
      lines: [],
    });
    expect(sentTo(slurm('v0.0.38'), script).body).toMatchObject({ job: { nodes: [2, 4] } });
    expect(sentTo(iri, script).lines).toEqual([2]);
    const firecrest = sentTo(createFirecrestApi(send, { user: 'desk' }), script);
    expect(firecrest).toMatchObject({ body: { job: { script } }, lines: [] });
    const three = sentTo(slurm('v0.0.42'), script, { nodes: 3 });
    expect(three.body).toMatchObject({ job: { minimum_nodes: 3, maximum_nodes: 3 } });
  });

  test('names the lines of another scheduler, which nothing reads', () => {
    const script = '#!/bin/bash\n#PJM -L node=2\n#SBATCH -N 1\nsrun a\n';
    const firecrest = createFirecrestApi(send, { user: 'desk' });
    for (const api of [slurm('v0.0.42'), iri, firecrest]) {
      expect(sentTo(api, script).lines).toEqual([2]);
    }
    expect(unsentLines(submissionOf(script), createFieldApi(send)).unsent).toEqual([
      { line: 3, text: '#SBATCH -N 1' },
    ]);
  });

  test('is told of twenty lines, and of how many more there are', () => {
    const script = `#!/bin/bash\n${'#SBATCH --signal=USR1\n'.repeat(50)}srun a\n`;
    const { lines, moreUnsent } = sentTo(slurm('v0.0.42'), script);
    expect([lines.length, moreUnsent]).toEqual([20, 30]);
  });
});
