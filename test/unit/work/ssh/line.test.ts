import { describe, expect, test } from 'vitest';
import { submitCommand } from '../../../../main/work/operations/slurm/ssh/submission.ts';
import type { Submission } from '../../../../main/work/operations/types.ts';
import {
  commandArguments,
  masterArguments,
  remoteLine,
  sftpArguments,
} from '../../../../main/work/ssh/arguments.ts';
import { computeApi } from '../../../../preload/contract/work/compute-api.ts';

const refused = { code: 'ssh-word-refused' };

describe('the line for the shell over there', () => {
  test('fixed words and plain values are joined with blanks', () => {
    const words = ['squeue', '--json', '--states=all', '12_3', '/data/a/b.c', "--comment='a b'"];
    expect(remoteLine(words)).toBe("squeue --json --states=all 12_3 /data/a/b.c --comment='a b'");
  });

  const hostile = [
    '',
    'a b',
    'a;b',
    'a|b',
    'a&b',
    '$HOME',
    '$(id)',
    '`id`',
    'a\nb',
    'a\rb',
    'a\0b',
    '!1',
    '^a^b',
    '~root',
    '*',
    '?',
    '[a]',
    '{a,b}',
    '<a',
    '>a',
    '#a',
    '%self',
    '=ls',
    '"a"',
    'a\\b',
    "'a'",
    "--comment='a'b'",
    "--comment='a!b'",
    "--comment='a\\b'",
    "--comment='a\nb'",
    '日本',
  ];
  test.each(hostile.map((word) => [word]))('%j goes into no line', (word) => {
    expect(() => remoteLine(['squeue', word])).toThrow(expect.objectContaining(refused));
  });

  test('no word but a program’s name stands first', () => {
    for (const word of ['', '-x', 'A=b', '/bin/sh', 'squeue ', ...hostile]) {
      expect(() => remoteLine([word])).toThrow(expect.objectContaining(refused));
    }
  });
});

test('a host stands behind all options, and is none', () => {
  const target = { host: 'login', user: 'alice' };
  const ends = [
    masterArguments(target, '/run/s', 'ready').slice(-5),
    commandArguments(target, '/run/s', ['squeue']).slice(-5),
    sftpArguments(target, null).slice(-5),
  ];
  expect(ends).toEqual([
    ['-l', 'alice', '--', 'login', 'echo ready; cat'],
    ['-l', 'alice', '--', 'login', 'squeue'],
    ['-l', 'alice', '--', 'login', 'sftp'],
  ]);
  const wrong = [
    '-oProxyCommand=id',
    'a b',
    '$(id)',
    'a;b',
    '`id`',
    "a'b",
    'a\nb',
    'user@host',
    '',
  ];
  for (const host of wrong) {
    expect(computeApi.safeParse({ family: 'slurm-ssh', host }).success).toBe(false);
  }
  for (const user of ['-l', 'a b', '$(id)', 'a;b', '']) {
    const choice = { family: 'slurm-ssh', host: 'login', user };
    expect(computeApi.safeParse(choice).success).toBe(false);
  }
  for (const host of ['login', 'login.example.org', '127.0.0.1', 'fe80::1']) {
    expect(computeApi.safeParse({ family: 'slurm-ssh', host }).success).toBe(true);
  }
});

describe('the command that submits', () => {
  const bare: Submission = {
    machine: 'login',
    script: '#!/bin/bash\ntrue\n',
    name: null,
    queue: null,
    project: null,
    nodes: null,
    limitSeconds: null,
    array: null,
    folder: null,
    marker: null,
  };

  test('values become options, times whole minutes', () => {
    const words = submitCommand({
      ...bare,
      name: 'run-1',
      queue: 'small',
      project: 'p1',
      nodes: 2,
      limitSeconds: 61,
      array: '0-3%2',
      folder: '/home/a',
      marker: 'compute-desk 1',
    });
    expect(remoteLine(words)).toBe(
      "sbatch --parsable --job-name=run-1 --partition=small --account=p1 --array=0-3%2 --chdir=/home/a --nodes=2 --time=2 --comment='compute-desk 1'",
    );
  });

  test('what the script says itself is not repeated, so it may be any text', () => {
    const script = '#!/bin/bash\n#SBATCH --job-name="a b; $(id)"\n#SBATCH -p small\ntrue\n';
    const given = { ...bare, script, name: 'a b; $(id)', queue: 'small' };
    expect(submitCommand(given)).toEqual(['sbatch', '--parsable']);
    expect(() => submitCommand({ ...given, name: 'other; $(id)' })).toThrow(
      expect.objectContaining(refused),
    );
    expect(submitCommand({ ...given, queue: 'large' })).toContain('--partition=large');
  });

  test.each(['name', 'queue', 'project', 'array', 'folder', 'marker'] as const)(
    'a %s that a shell could read otherwise is refused',
    (field) => {
      for (const value of ["a'b", '$(id)', 'a;b', 'a`b`', '-x', '日本', 'a\nb', '/a b']) {
        expect(() => submitCommand({ ...bare, [field]: value })).toThrow(
          expect.objectContaining(refused),
        );
      }
    },
  );
});
