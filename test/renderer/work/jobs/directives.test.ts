import { describe, expect, test } from 'vitest';
import {
  directiveFields,
  readDirectives,
  type Scheduler,
} from '../../../../common/scripts/directives.ts';
import {
  variablesOf,
  withVariables,
  writeDirective,
} from '../../../../renderer/features/work/jobs/submit/directives.ts';
import { emptyForm, readForm } from '../../../../renderer/features/work/jobs/submit/form.ts';

const slurm = `#!/bin/bash
#SBATCH --job-name=train -p gpu-a
#SBATCH --time 12:00:00
#SBATCH -N4
#SBATCH --array="0-63%8"
srun hostname
#SBATCH --account=late
`;
const pjm = `#!/bin/bash
#PJM -N hello
#PJM -L rscgrp=small,node=2x3,elapse=00:05:00
#PJM -g demo-project
#PJM --bulk --sparam 0-3
echo hello
`;
function read(script: string, scheduler: Scheduler) {
  const said = readDirectives(script, scheduler);
  return Object.fromEntries(
    directiveFields.flatMap((field) => {
      const found = said[field];
      if (found === null) return [];
      expect(script.slice(found.from, found.to)).toBe(found.text);
      return [[field, [found.text, found.line]]];
    }),
  );
}

describe('the directives of a script', () => {
  test('of Slurm are read in each form, up to the first command', () => {
    expect(read(slurm, 'slurm')).toEqual({
      name: ['train', 2],
      queue: ['gpu-a', 2],
      limitSeconds: ['12:00:00', 3],
      nodes: ['4', 4],
      array: ['0-63%8', 5],
    });
  });

  test('of PJM are read, resources in one list too', () => {
    expect(read(pjm, 'pjm')).toEqual({
      name: ['hello', 2],
      queue: ['small', 3],
      nodes: ['2x3', 3],
      limitSeconds: ['00:05:00', 3],
      project: ['demo-project', 4],
      array: ['0-3', 5],
    });
  });

  test.each([
    ['slurm', slurm],
    ['pjm', pjm],
  ] as const)('are changed where they stand, and nothing else is (%s)', (scheduler, script) => {
    const before = read(script, scheduler);
    for (const field of ['name', 'queue', 'limitSeconds', 'nodes', 'array'] as const) {
      const changed = writeDirective(script, scheduler, { field, value: 'x1' });
      expect(read(changed, scheduler)).toEqual({ ...before, [field]: ['x1', before[field]?.[1]] });
      expect(changed.split('\n').length).toBe(script.split('\n').length);
    }
  });

  test('are added after the last one, or below the interpreter', () => {
    expect(
      writeDirective('#!/bin/bash\nhostname\n', 'slurm', { field: 'queue', value: 'cpu' }),
    ).toBe('#!/bin/bash\n#SBATCH --partition=cpu\nhostname\n');
    expect(writeDirective('hostname', 'pjm', { field: 'queue', value: 'cpu' })).toBe(
      '#PJM -L rscgrp=cpu\nhostname',
    );
    const added = writeDirective('#!/bin/bash\n#PJM -N a\nls\n', 'pjm', {
      field: 'array',
      value: '0-3',
    });
    expect(added).toBe('#!/bin/bash\n#PJM -N a\n#PJM --bulk --sparam 0-3\nls\n');
  });

  test('are taken out, alone with their line and beside others without it', () => {
    const alone = '#!/bin/bash\n#SBATCH --partition=cpu\nls\n';
    expect(writeDirective(alone, 'slurm', { field: 'queue', value: '' })).toBe('#!/bin/bash\nls\n');
    const without = writeDirective(pjm, 'pjm', { field: 'queue', value: '' });
    expect(without).toContain('#PJM -L node=2x3,elapse=00:05:00\n');
    const last = writeDirective(pjm, 'pjm', { field: 'limitSeconds', value: '' });
    expect(last).toContain('#PJM -L rscgrp=small,node=2x3\n');
  });
});

test('a list of PJM in quotes loses one resource, or its line', () => {
  const line = '#PJM -L "rg=small,node=2"';
  const field = 'queue';
  expect(writeDirective(line, 'pjm', { field, value: 'large' })).toBe('#PJM -L "rg=large,node=2"');
  const without = writeDirective(line, 'pjm', { field, value: '' });
  expect(without).toBe('#PJM -L "node=2"');
  expect(writeDirective(without, 'pjm', { field: 'nodes', value: '' })).toBe('');
});

test.each([
  ['slurm', 'queue', '#SBATCH -p gpu -N 2', '#SBATCH -N 2'],
  ['slurm', 'queue', '#SBATCH -p gpu --mem=4G', '#SBATCH --mem=4G'],
  ['slurm', 'nodes', '#SBATCH --nodes=2 --ntasks-per-node=8', '#SBATCH --ntasks-per-node=8'],
  ['slurm', 'name', '#SBATCH -N 2 -J "my job" -n4', '#SBATCH -N 2  -n4'],
  ['slurm', 'nodes', '#SBATCH -N2 # two', ''],
  ['pjm', 'name', '#PJM -N hello -g group', '#PJM -g group'],
  ['pjm', 'array', '#PJM --bulk --sparam "0-3" -g group', '#PJM -g group'],
  ['pjm', 'queue', '#PJM -L rscgrp=small -g group', '#PJM -g group'],
] as const)(
  'of one line (%s) an emptied %s takes its own words: %s',
  (scheduler, field, line, left) => {
    expect(writeDirective(`${line}\nls`, scheduler, { field, value: '' })).toBe(
      left === '' ? 'ls' : `${left}\nls`,
    );
  },
);

test('variables are named once and replaced by their values', () => {
  const script = 'cd {{dir}}\nls {{dir}} {{ not }} {{data}}';
  expect(variablesOf(script)).toEqual(['dir', 'data']);
  expect(withVariables(script, new Map([['dir', '/a']]))).toBe('cd /a\nls /a {{ not }} {{data}}');
});

test('a form says what is missing, warns of the other scheduler, and sends no value that it cannot read', () => {
  expect(readForm(emptyForm, 'pjm').missing).toBe('script');
  const form = { ...emptyForm, machine: 'cpu-main', script: `${pjm}cd {{dir}}\n` };
  expect(readForm({ ...form, machine: '' }, 'pjm').missing).toBe('machine');
  expect(readForm(form, 'pjm').missing).toBe('variables');
  const whole = readForm({ ...form, variables: { dir: '/data' } }, 'pjm');
  expect(whole.unread).toEqual(['nodes']);
  expect(whole.submission).toMatchObject({
    machine: 'cpu-main',
    name: 'hello',
    queue: 'small',
    nodes: null,
    limitSeconds: 300,
    array: '0-3',
    folder: null,
  });
  expect(whole.submission?.script).toContain('cd /data\n');
  expect(whole.foreign).toBe(false);
  expect(readForm(form, 'slurm').foreign).toBe(true);
});
