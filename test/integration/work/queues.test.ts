import { expect, test } from 'vitest';
import { createSlurmSshApi } from '../../../main/work/operations/slurm/ssh/index.ts';
import type { ComputeApiChoice } from '../../../preload/contract/work/compute-api.ts';
import { jobsWorld, json, sender, startApiServer } from '../../support/work/jobs-world.ts';

async function queuesOf(choice: ComputeApiChoice, value: unknown, status = 200) {
  const server = await startApiServer((_, response) => json(response, value, status));
  const { open, systemId } = await jobsWorld(server.origin, choice);
  const told = await open().calls.queues({ systemId, machine: 'alps' }, sender);
  return { told, asked: server.asked.map(({ method, path }) => `${method} ${path}`) };
}

test('Slurm 22.05 tells partitions with their limits, in minutes and with numbers for none', async () => {
  const partitions = [
    { name: 'debug', max_time_limit: 30, maximum_nodes_per_job: 2 },
    { name: 'long', max_time_limit: 4_294_967_295, maximum_nodes_per_job: -1 },
    { name: '' },
    { name: 'x'.repeat(201) },
    { name: 'line\nbreak' },
    'none',
  ];
  const { told, asked } = await queuesOf(
    { family: 'slurm', version: 'v0.0.38' },
    { errors: [], partitions },
  );
  expect(asked).toEqual(['GET /slurm/v0.0.38/partitions']);
  expect(told).toEqual([
    { name: 'debug', limitSeconds: 1800, nodes: 2 },
    { name: 'long', limitSeconds: null, nodes: null },
  ]);
});

test('Slurm 24.11 tells them as numbers that may be unset or infinite', async () => {
  const set = (number: number) => ({ set: true, infinite: false, number });
  const infinite = { set: false, infinite: true, number: 0 };
  const partitions = [
    { name: 'debug', maximums: { time: set(60), nodes: set(4) } },
    { name: 'long', maximums: { time: infinite, nodes: infinite } },
  ];
  const { told } = await queuesOf(
    { family: 'slurm', version: 'v0.0.42' },
    { errors: [], partitions },
  );
  expect(told).toEqual([
    { name: 'debug', limitSeconds: 3600, nodes: 4 },
    { name: 'long', limitSeconds: null, nodes: null },
  ]);
});

test('FirecREST tells the partitions of a cluster, with their nodes', async () => {
  const partitions = [
    { name: 'normal', cpus: 72, totalNodes: 100, partition: 'UP' },
    { name: 'x' },
  ];
  const { told, asked } = await queuesOf({ family: 'firecrest' }, { partitions });
  expect(asked).toEqual(['GET /status/alps/partitions']);
  expect(told).toEqual([
    { name: 'normal', limitSeconds: null, nodes: 100 },
    { name: 'x', limitSeconds: null, nodes: null },
  ]);
});

test('where an API has none, or not that part, there are none; another failure is told', async () => {
  expect(await queuesOf({ family: 'field' }, {})).toEqual({ told: [], asked: [] });
  expect((await queuesOf({ family: 'firecrest' }, {}, 404)).told).toEqual([]);
  await expect(queuesOf({ family: 'firecrest' }, { partitions: 7 })).rejects.toThrow(
    'answer-shape',
  );
});

test('by ssh sinfo tells them, once each, and names of odd characters are left out', async () => {
  const asked: (readonly string[])[] = [];
  const told = (code: number) =>
    createSlurmSshApi({
      host: 'login',
      async run(words) {
        asked.push(words);
        const separator = /%R(\w+)%l/.exec(words.at(-1) ?? '')?.[1] ?? '';
        const rows = [
          ['debug', '30:00', '1-2'],
          ['debug', '30:00', '1-2'],
          ['long', '1-00:00:00', '1-infinite'],
          ['free', 'infinite', '8'],
          ['$(reboot)', '1:00', '1'],
        ];
        const text = rows.map((row) => `${row.join(separator)}${separator}\n`).join('');
        return { code, output: new TextEncoder().encode(text), words: '' };
      },
      sftp: () => Promise.reject(new Error('not asked')),
    }).queues?.('login');
  expect(await told(0)).toEqual([
    { name: 'debug', limitSeconds: 1800, nodes: 2 },
    { name: 'long', limitSeconds: 86_400, nodes: null },
    { name: 'free', limitSeconds: null, nodes: 8 },
  ]);
  expect(asked[0]?.slice(0, 2)).toEqual(['sinfo', '--noheader']);
  expect(await told(1)).toEqual([]);
});
