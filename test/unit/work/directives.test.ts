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
    others: [{ line: 7, text: '#SBATCH --exclusive' }],
    problems: [],
  });
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
