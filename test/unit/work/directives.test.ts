import { expect, test } from 'vitest';
import { readDirectives, type Scheduler } from '../../../common/scripts/directives.ts';

const readBy = (scheduler: Scheduler, ...lines: string[]) =>
  readDirectives(['#!/bin/bash', ...lines].join('\n'), scheduler);
const read = (...lines: string[]) => readBy('slurm', ...lines);

test('#SBATCH lines are read with their lines, the last of a kind counts, and a command ends them', () => {
  const found = read(
    '#SBATCH --job-name="first job" -p small # a comment',
    '#SBATCH --time=1-02:03:04',
    '#SBATCH -N 2',
    '# a comment',
    '#SBATCH -p large',
    '#SBATCH --exclusive',
    'echo one',
    '#SBATCH -A late',
  );
  expect(found).toMatchObject({
    name: { value: 'first job', line: 2 },
    queue: { value: 'large', line: 6 },
    limitSeconds: { value: 93_784, line: 3 },
    nodes: { value: 2, line: 4 },
    project: null,
    asks: [{ name: 'exclusive', value: '', line: 7 }],
    others: [],
  });
});

test('what else is asked for is read by short and long names, glued as sbatch takes them, each once', () => {
  const found = read(
    '#SBATCH -N4 -n8 --cpus-per-task 2',
    '#SBATCH --mem=16G --gres=gpu:a100:2',
    '#SBATCH --cpus-per-task=4 --output="logs/a b.%j"',
    '#SBATCH --signal=USR1@60',
    '#SBATCH --qos=',
    `#SBATCH --constraint=${'x'.repeat(5000)}`,
  );
  expect(found.nodes).toMatchObject({ value: 4, text: '4', line: 2 });
  expect(found.asks).toEqual([
    { name: 'ntasks', value: '8', line: 2 },
    { name: 'cpus-per-task', value: '4', line: 4 },
    { name: 'mem', value: '16G', line: 3 },
    { name: 'gres', value: 'gpu:a100:2', line: 3 },
    { name: 'output', value: 'logs/a b.%j', line: 4 },
  ]);
  expect(found.others).toEqual([5, 6, 7]);
});

test.for([
  ['30', 1800],
  ['30:15', 1815],
  ['2:30:15', 9015],
  ['1-2', 93_600],
  ['1-2:30', 95_400],
] as const)('a limit of Slurm, %s, is %d seconds', ([text, seconds]) => {
  expect(read(`#SBATCH -t ${text}`).limitSeconds?.value).toBe(seconds);
});

test.for([
  ['90', 90],
  ['01:30', 90],
  ['00:05:00', 300],
  ['1-12', null],
] as const)('a limit of PJM, %s, is %d seconds', ([text, seconds]) => {
  expect(readBy('pjm', `#PJM -L elapse=${text}`).limitSeconds?.value).toBe(seconds);
});

test('#PJM lines are read, with resources in one line or several', () => {
  expect(
    readBy(
      'pjm',
      '#PJM -N hello',
      '#PJM -L "rg=small,node=3",proc-core=unlimited',
      '#PJM --rsc-list elapse=00:05:00 -g proj',
    ),
  ).toMatchObject({
    name: { value: 'hello', line: 2 },
    queue: { value: 'small', line: 3 },
    nodes: { value: 3, line: 3 },
    limitSeconds: { value: 300, line: 4 },
    project: { value: 'proj', line: 4 },
    others: [3],
  });
  expect(readBy('pjm', '#PJM --bulk --sparam 0-3')).toMatchObject({
    array: { value: '0-3', line: 2 },
    others: [],
  });
  const shape = readBy('pjm', '#PJM -L node=2x3:torus').nodes;
  expect(shape).toMatchObject({ value: null, text: '2x3:torus' });
});

test('what no field can say has no value, the last of a kind counts, and a word that only begins so is none', () => {
  expect(
    read('#SBATCH -N 3', '#SBATCH -t soon', '#SBATCHING -N 3', '#SBATCH --nodes=0', '#SBATCH -J'),
  ).toMatchObject({
    nodes: { value: null, text: '0', line: 5 },
    limitSeconds: { value: null, text: 'soon', line: 3 },
    name: null,
    others: [6],
  });
  for (const said of ['-t 0', '-D here', `-D /${'x'.repeat(4000)}`, `-J ${'x'.repeat(201)}`]) {
    const { limitSeconds, folder, name } = read(`#SBATCH ${said}`);
    expect([limitSeconds ?? folder ?? name]).toMatchObject([{ value: null }]);
  }
  expect(read('#SBATCH -D "/data/a b"').folder?.value).toBe('/data/a b');
});

test('a range of nodes is asked for by itself, until a number follows', () => {
  const range = { name: 'nodes', value: '2-4', line: 2 };
  expect(read('#SBATCH -N 2-4')).toMatchObject({ nodes: { value: null }, asks: [range] });
  expect(read('#SBATCH -N 2-4', '#SBATCH -N 3')).toMatchObject({ nodes: { value: 3 }, asks: [] });
});

test('lines for another scheduler are told, up to the first command', () => {
  const lines = ['#PJM -N a', '#SBATCH -J b', 'echo', '#PJM -N c'];
  expect(read(...lines)).toMatchObject({ name: { value: 'b' }, foreign: [2] });
  expect(readBy('pjm', ...lines)).toMatchObject({ name: { value: 'a' }, foreign: [3] });
});
