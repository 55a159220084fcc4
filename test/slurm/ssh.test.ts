import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createSlurmSshApi } from '../../main/work/operations/slurm/ssh/index.ts';
import type { Remote } from '../../main/work/operations/types.ts';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { testJobs } from '../support/work/suite.ts';
import { startSshWorld } from './ssh-world.ts';
import { shells, sshdProgram } from './sshd.ts';

const { folder, configuration } = inject('slurm');
const oneTaskFails = 'if [ $SLURM_ARRAY_TASK_ID = 2 ]; then exit 3; fi';
let world: Awaited<ReturnType<typeof startSshWorld>>;

/** A Slurm that writes no JSON, as those before 21.08. */
const withoutJson = (remote: Remote): Remote => ({
  ...remote,
  run: async (words, options) =>
    words.includes('--json')
      ? { code: 1, output: new Uint8Array(), words: 'unrecognized option --json' }
      : remote.run(words, options),
});

describe.skipIf(sshdProgram() === undefined)('Slurm by SSH (needs openssh-server)', () => {
  beforeAll(async () => {
    world = await startSshWorld(configuration);
  });
  afterAll(() => world.stop());

  const machine = 'lane-bash';
  testJobs('Slurm 22.05 by SSH', {
    api: () => createSlurmSshApi(world.to(machine)),
    machine,
    folder,
    oneTaskFails,
    isReal: true,
  });
  testJobs('Slurm 22.05 by SSH, in columns', {
    api: () => createSlurmSshApi(withoutJson(world.to(machine))),
    machine,
    folder,
    oneTaskFails,
    isReal: true,
  });

  for (const shell of shells) {
    const isThere = findProgram(shell) !== undefined;
    describe.skipIf(!isThere)(`a login with ${shell} (needs ${shell})`, () => {
      const remote = () => world.to(`lane-${shell}`);
      const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

      test('words arrive as they are', async () => {
        const words = [
          'now-3600seconds',
          '12_3',
          '--array=0-3%2',
          '--format=%i0a1f%T0a1f',
          '/data/a/b.c+d@e,f:g',
          'SLURM_TIME_FORMAT=%s',
        ];
        const { output, code } = await remote().run([
          'echo',
          ...words,
          "--comment='compute-desk a-1'",
        ]);
        expect(code).toBe(0);
        expect(text(output)).toBe(`${words.join(' ')} --comment=compute-desk a-1\n`);
      });

      test('a script arrives as it is, and its job is found by the marker', async () => {
        const input = '#!/bin/bash\n#SBATCH -J \'two words\'\necho "$HOME" `id` \\ ! 日本\n';
        expect(text((await remote().run(['cat'], { input })).output)).toBe(input);
        const { jobs } = createSlurmSshApi(remote());
        const marker = `compute-desk ${shell}`;
        const rest = { queue: 'small', project: null, nodes: 1, limitSeconds: 60, array: '0-1%1' };
        const id = await jobs?.submit({
          ...rest,
          machine: remote().host,
          script: input,
          name: 'two words',
          folder,
          marker,
        });
        const listed = await jobs?.list({ machine: remote().host, ended: false });
        const own = listed?.filter(({ comment }) => comment === marker) ?? [];
        expect(own.map((job) => job.task?.array ?? job.id)).toContain(id);
        expect(own[0]).toMatchObject({ name: 'two words', queue: 'small', limitSeconds: 60 });
        await jobs?.cancel(remote().host, [id ?? '']);
      });

      test('a command that is not there is named', async () => {
        const { code, words } = await remote().run(['squeuex']);
        expect([1, 127]).toContain(code);
        expect(words).toMatch(/not found|unknown command/i);
      });

      test('files go by SFTP, whatever their names hold', async () => {
        const { files } = createSlurmSshApi(remote());
        if (files === null) throw new Error('no files');
        const home = `${folder}/${shell}`;
        await files.makeFolder('', home);
        const names = ['a b', "it's", '"q"', 'line\nbreak', '-rf', '日本.txt', '$(id)', 'a;b', '*'];
        const bytes = new TextEncoder().encode('x'.repeat(700_000));
        for (const name of names) await files.write('', `${home}/${name}`, bytes, 'create');
        const listed = await files.list('', home);
        expect(listed.map(({ name }) => name).sort()).toEqual([...names].sort());
        expect(listed[0]).toMatchObject({ kind: 'file', size: 700_000 });
        expect(await files.read('', `${home}/-rf`, 1_000_000)).toEqual(Buffer.from(bytes));
        const again = files.write('', `${home}/-rf`, bytes, 'create');
        await expect(again).rejects.toMatchObject({ details: { status: 409 } });
        await files.write('', `${home}/-rf`, new Uint8Array([1]), 'overwrite');
        await files.move('', `${home}/-rf`, `${home}/moved`);
        expect(await files.read('', `${home}/moved`, 10)).toHaveLength(1);
        await files.remove('', home, 'folder');
        await expect(files.list('', home)).rejects.toMatchObject({ code: 'ssh-file-failed' });
        expect(await files.home?.('')).toBe('/');
      });
    });
  }
});
