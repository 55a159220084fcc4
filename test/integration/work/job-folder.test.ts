import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ComputeApiChoice } from '../../../preload/contract/work/compute-api.ts';
import {
  jobsWorld,
  json,
  sender,
  slurm,
  startApiServer,
  submission,
} from '../../support/work/jobs-world.ts';

const firecrest: ComputeApiChoice = { family: 'firecrest', user: 'me' };
const bare = { ...submission, machine: 'daint', folder: null };

/** A FirecREST that tells where the folders of its users lie, or does not. */
async function startFirecrest({ tells = true, stat = 200 } = {}) {
  const place = { path: '/users', dataType: 'users', defaultWorkDir: true };
  const answers: Readonly<Record<string, object>> = {
    '/status/systems': { systems: [{ name: 'daint', fileSystems: tells ? [place] : [] }] },
    '/status/daint/userinfo': { user: { id: '1', name: 'tanaka' }, groups: [] },
    '/filesystem/daint/ops/stat': { output: { mode: 16_877, size: '4096' } },
  };
  return startApiServer(({ method, path }, response) => {
    const [plain = ''] = path.split('?');
    if (plain.endsWith('/stat') && stat !== 200) json(response, {}, stat);
    else json(response, method === 'POST' ? { jobId: 7 } : (answers[plain] ?? { jobs: [] }));
  });
}

test('a job for slurmrestd that names no folder is neither shown nor sent', async () => {
  const server = await startApiServer();
  const world = await jobsWorld(server.origin, slurm);
  const { calls, submit, snapshot } = world.open();
  const asked = { systemId: world.systemId, id: randomUUID() };
  const refused = expect.objectContaining({ code: 'job-folder-required' });
  const what = { ...submission, folder: null };
  await expect(calls.preview({ ...asked, submission: what }, sender)).rejects.toEqual(refused);
  await expect(submit(asked.id, { folder: null })).rejects.toEqual(refused);
  expect(server.sent('POST')).toBe(0);
  expect((await snapshot()).submissions).toEqual([]);
  const script = '#!/bin/bash\n#SBATCH -D /data/of/script\ntrue\n';
  const shown = await calls.preview({ ...asked, submission: { ...what, script } }, sender);
  expect(shown).toMatchObject({ folder: '/data/of/script' });
  expect(shown.body).toContain('"current_working_directory":"/data/of/script"');
});

test('a job for FirecREST begins in the home that it tells: as it is shown, so it is sent', async () => {
  const server = await startFirecrest();
  const world = await jobsWorld(server.origin, firecrest);
  const { calls } = world.open();
  const asked = { systemId: world.systemId, id: randomUUID(), submission: bare };
  const shown = await calls.preview(asked, sender);
  expect(shown.folder).toBe('/users/tanaka');
  const before = server.sent('GET');
  await calls.preview(asked, sender);
  expect(server.sent('GET')).toBe(before);
  expect(await calls.submit(asked, sender)).toMatchObject({ state: 'accepted', jobId: '7' });
  const sent = server.asked.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toEqual([shown.body]);
  expect(await calls.submitted({ systemId: world.systemId, id: asked.id }, sender)).toMatchObject({
    folder: '/users/tanaka',
  });
});

test('pressed twice while the home is asked for, a job is sent once', async () => {
  const server = await startFirecrest();
  const world = await jobsWorld(server.origin, firecrest);
  const { calls } = world.open();
  const asked = { systemId: world.systemId, id: randomUUID(), submission: bare };
  await Promise.all([calls.submit(asked, sender), calls.submit(asked, sender)]);
  expect(server.sent('POST')).toBe(1);
});

test('a FirecREST that tells no place asks for the folder', async () => {
  const server = await startFirecrest({ tells: false });
  const world = await jobsWorld(server.origin, firecrest);
  const { calls } = world.open();
  const asked = { systemId: world.systemId, id: randomUUID(), submission: bare };
  const refused = expect.objectContaining({ code: 'job-folder-required' });
  await expect(calls.preview(asked, sender)).rejects.toEqual(refused);
  await expect(calls.submit(asked, sender)).rejects.toEqual(refused);
  expect(server.sent('POST')).toBe(0);
});

test.each([
  ['has no folder of the user’s', 404, 'job-folder-required'],
  ['fails', 503, 'http-status'],
  ['refuses the session', 401, 'http-unauthorized'],
])('a place of users that %s is no working folder', async (_, stat, code) => {
  const server = await startFirecrest({ stat });
  const world = await jobsWorld(server.origin, firecrest);
  const { calls } = world.open();
  const asked = { systemId: world.systemId, id: randomUUID(), submission: bare };
  const refused = expect.objectContaining({ code });
  await expect(calls.preview(asked, sender)).rejects.toEqual(refused);
  await expect(calls.submit(asked, sender)).rejects.toEqual(refused);
  expect(server.sent('POST')).toBe(0);
});
