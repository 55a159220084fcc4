import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { KeptJobDraft } from '../../../preload/contract/work/jobs.ts';
import { jobsWorld, json, sender, slurm, startApiServer } from '../../support/work/jobs-world.ts';
import { policyOf, settingsFolder } from '../../support/worlds/policy.ts';

const written: KeptJobDraft = {
  machine: 'slurm',
  script: '#!/bin/bash\n#SBATCH --job-name={{name}}\necho "一"\n',
  folder: '/data/me',
  variables: [{ name: 'name', value: 'one' }],
};

async function start() {
  const server = await startApiServer((_, response) => json(response, { errors: [], job_id: 7 }));
  const world = await jobsWorld(server.origin, slurm);
  const { systemId } = world;
  const draftsOf = ({ calls }: ReturnType<typeof world.open>) => ({
    read: (of = systemId) => calls.draft({ systemId: of }, sender),
    keep: (draft: KeptJobDraft | null, of = systemId) =>
      calls.keepDraft({ systemId: of, draft }, sender),
  });
  return { ...world, server, draftsOf };
}

test('the job that is being written is there after a restart, until it is no longer kept', async () => {
  const { open, draftsOf, server } = await start();
  const first = open();
  const before = draftsOf(first);
  expect(await before.read()).toBeNull();
  await before.keep({ ...written, folder: '' });
  await before.keep(written);
  await first.jobs.close();
  const after = draftsOf(open());
  expect(await after.read()).toEqual(written);
  expect(await after.read('other')).toBeNull();
  await after.keep(null);
  expect(await after.read()).toBeNull();
  expect(server.asked).toEqual([]);
});

test('one that is too long is not kept, nor the older one', async () => {
  const { open, draftsOf } = await start();
  const { keep, read } = draftsOf(open());
  await keep(written);
  await keep({ ...written, script: 'x'.repeat(1_000_001) });
  expect(await read()).toBeNull();
});

test('a draft goes with its system, and none of another; without the system there is none', async () => {
  const { open, draftsOf, systemId, database } = await start();
  const one = open();
  const { keep, read } = draftsOf(one);
  await keep(written);
  await keep(written, 'other');
  await one.submit(randomUUID());
  expect(await read()).toEqual(written);
  await one.jobs.forget(systemId);
  expect(await read()).toBeNull();
  expect(await read('other')).toEqual(written);
  await database.run({ sql: 'DELETE FROM systems WHERE id = ?', params: ['other'] });
  expect(await database.all({ sql: 'SELECT * FROM job_drafts' })).toEqual([]);
  await expect(keep(written, 'none')).rejects.toMatchObject({ code: 'no-system' });
});

test('where the operator locked submitting, nothing is kept', async () => {
  const { open, draftsOf } = await start();
  const { made: policy } = await policyOf([settingsFolder({ locks: { noJobSubmission: true } })]);
  const { keep, read } = draftsOf(open({ policy }));
  await expect(keep(written)).rejects.toMatchObject({ code: 'locked-by-policy' });
  expect(await read()).toBeNull();
});
