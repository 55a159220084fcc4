import { expect, test } from 'vitest';
import { readDirectives } from '../../../common/scripts/directives.ts';

const read = (...lines: string[]) => readDirectives(['#!/bin/bash', ...lines].join('\n'));

test('#SBATCH lines are read with their lines, the last of a kind counts, and a command ends them', () => {
  const found = read(
    '#SBATCH --job-name="first job" -p small # a comment',
    '#SBATCH --time=1-02:03:04',
    '#SBATCH -N 2-4',
    '# a comment',
    '#SBATCH -p large',
    '#SBATCH --exclusive',
    'echo one',
    '#SBATCH -A late',
  );
  expect(found).toMatchObject({
    language: 'slurm',
    name: { value: 'first job', line: 2 },
    queue: { value: 'large', line: 6 },
    limitSeconds: { value: 93_784, line: 3 },
    nodes: { value: 2, line: 4 },
    project: null,
    asks: [{ name: 'exclusive', value: '', line: 7 }],
    others: [],
    problems: [],
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
  expect(found.nodes).toEqual({ value: 4, line: 2 });
  expect(found.asks).toEqual([
    { name: 'ntasks', value: '8', line: 2 },
    { name: 'cpus-per-task', value: '4', line: 4 },
    { name: 'mem', value: '16G', line: 3 },
    { name: 'gres', value: 'gpu:a100:2', line: 3 },
    { name: 'output', value: 'logs/a b.%j', line: 4 },
  ]);
  expect(found.others.map(({ line }) => line)).toEqual([5, 6, 7]);
  expect(found.others.every(({ text }) => text.length <= 200)).toBe(true);
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

test('#PJM lines are read, with resources in one line or several', () => {
  expect(
    read('#PJM -N hello', '#PJM -L rscgrp=small,node=2x3:torus', '#PJM -L elapse=00:05:00 -g proj'),
  ).toMatchObject({
    language: 'pjm',
    name: { value: 'hello', line: 2 },
    queue: { value: 'small', line: 3 },
    nodes: { value: 2, line: 3 },
    limitSeconds: { value: 300, line: 4 },
    project: { value: 'proj', line: 4 },
  });
  expect(read('#PJM --bulk --sparam 0-3')).toMatchObject({
    array: { value: '0-3', line: 2 },
    others: [],
  });
});

test('what has no meaning is a problem at its line, and a word that only begins so is no directive', () => {
  expect(
    read('#SBATCH -t soon', '#SBATCHING -N 3', '#SBATCH --nodes=0', '#SBATCH -J'),
  ).toMatchObject({
    nodes: null,
    problems: [
      { line: 2, field: 'limitSeconds', text: 'soon' },
      { line: 4, field: 'nodes', text: '0' },
      { line: 5, field: 'name', text: '' },
    ],
  });
  expect(readDirectives('echo hello').language).toBeNull();
});
