import { afterAll, expect, test } from 'vitest';
import { effectOf } from '../../../../main/work/console/effects.ts';
import { lockOf } from '../../../../main/work/operations/index.ts';
import { createIriApi } from '../../../../main/work/operations/iri/index.ts';
import type { ApiRequest, Send } from '../../../../main/work/operations/types.ts';
import { apisOf, network, pace, submission } from '../../../support/work/apis-world.ts';
import { startIri } from '../../../support/work/iri-server.ts';

afterAll(() => network.close());

/** A path of the adapter as a description writes it. */
const templateOf = (path: string): string =>
  path.replace(
    /(\/(?:filesystem|storage|compute)\/(?!resources)[a-z]+)\/([^/]+)(\/[^/]+)?$/,
    (_, begin: string, _id: string, more?: string) =>
      `${begin}/{resource_id}${more === undefined ? '' : '/{job_id}'}`,
  );

test.each(['v1', 'v2'] as const)(
  'the console takes for reading what the adapter of IRI %s sends as reading, and nothing else',
  async (version) => {
    const server = await startIri(version);
    const { send } = apisOf(server, { family: 'iri', version });
    const sent: ApiRequest[] = [];
    const noting: Send = (request, signal) => {
      sent.push(request);
      return send(request, signal);
    };
    const { jobs, files, ...api } = createIriApi(noting, { version, pace });
    if (jobs === null || files === null) throw new Error('it has both');
    const [machine, place] = ['perlmutter', 'homes'];
    await api.machines();
    await files.machines?.();
    await files.home?.(place);
    await files.makeFolder(place, '/scratch/user/a');
    await files.write(place, '/scratch/user/a/b', Buffer.from('x'), 'create');
    await files.read(place, '/scratch/user/a/b', 100);
    await files.move(place, '/scratch/user/a/b', '/scratch/user/a/c');
    await files.remove(place, '/scratch/user/a', 'folder');
    const id = await jobs.submit({ ...submission, machine });
    await jobs.list({ machine, ended: false });
    await jobs.show({ machine, id });
    await jobs.cancel(machine, [id]);
    await server.close();
    const asked = sent.filter(({ path }) => !path.includes('/task/'));
    expect(asked.filter(({ method, reads }) => method === 'POST' && reads).length).toBeGreaterThan(
      0,
    );
    for (const { method, path, reads } of asked) {
      const { effect } = effectOf(method, templateOf(path), 'iri', null);
      expect([method, path, effect]).toEqual([method, path, reads ? 'reads' : 'changes']);
    }
  },
);

test.each([
  ['POST', '/queue/cpu', 'noJobSubmission'],
  ['POST', '/api/web/queue/cpu/', 'noJobSubmission'],
  ['POST', '/%71ueue//cpu', 'noJobSubmission'],
  ['post', '/Queue;x=1/cpu', 'noJobSubmission'],
  ['POST', '/slurm/v0.0.42/job/submit', 'noJobSubmission'],
  ['POST', '/slurm/v0.0.42/job/allocate', 'noJobSubmission'],
  ['POST', '/firecrest/v2/compute/alps/jobs', 'noJobSubmission'],
  ['POST', '/api/v2/compute/job/one', 'noJobSubmission'],
  ['POST', '/command/login-1', 'noCommands'],
  ['PUT', '/compute/alps/jobs/7/attach', 'noCommands'],
  ['GET', '/queue/cpu', null],
  ['DELETE', '/queue/cpu/7', null],
  ['PUT', '/api/v2/compute/job/one/7', null],
  ['POST', '/slurm/v0.0.42/job/7', null],
  ['POST', '/api/v2/compute/status/one', null],
  ['POST', '/file/login-1/queue/cpu', null],
  ['POST', '/file/a/..%2f../queue/cpu', 'noJobSubmission'],
] as const)('%s %s falls under the lock %s', (method, path, lock) => {
  expect(lockOf(method, path)).toBe(lock);
});
