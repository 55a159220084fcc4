import { expect, onTestFinished, test } from 'vitest';
import type { ComputeApiChoice } from '../../../preload/contract/work/compute-api.ts';
import type { ApiServer } from '../../support/work/api-server.ts';
import { startFirecrest } from '../../support/work/firecrest-server.ts';
import { startIri } from '../../support/work/iri-server.ts';
import {
  field,
  jobsWorld,
  json,
  sender,
  slurm,
  startApiServer,
} from '../../support/work/jobs-world.ts';

const accounted = { family: 'slurm', version: 'v0.0.38', user: 'me', accounting: true } as const;

/** Asks for the projects by the calls of the app. */
async function projectsAt(address: string, choice: ComputeApiChoice, machine: string) {
  const { open, systemId } = await jobsWorld(address, choice);
  const { calls } = open();
  return () => calls.projects({ systemId, machine }, sender);
}

/** A gateway before a server that knows who calls. */
function letIn(server: ApiServer): void {
  onTestFinished(() => server.close());
  server.instead = ({ headers }) => {
    headers.authorization = 'Bearer good';
    return null;
  };
}

test('FirecREST tells the accounts of the user, the usual one first', async () => {
  const server = await startFirecrest();
  letIn(server);
  const ask = await projectsAt(server.address, { family: 'firecrest' }, 'alps');
  expect(await ask()).toEqual([
    { name: 'group', title: null, allocations: [] },
    { name: 'other-group', title: null, allocations: [] },
  ]);
  expect(server.problems).toEqual([]);
});

test.each(['v1', 'v2'] as const)('IRI %s tells projects with what was granted', async (version) => {
  const server = await startIri(version);
  letIn(server);
  const ask = await projectsAt(server.address, { family: 'iri', version }, 'perlmutter');
  const allocations = [{ granted: 100_000, used: 52_342.5, unit: 'node-hours' }];
  expect(await ask()).toEqual([{ name: 'm1', title: 'Climate', allocations }]);
  expect(server.problems).toEqual([]);
});

test('Slurm tells the accounts of the user where it has accounting, and is not asked elsewhere', async () => {
  const server = await startApiServer((_, response) =>
    json(response, {
      errors: [],
      associations: [
        { account: 'a', user: 'me', partition: 'x' },
        { account: 'a', user: 'me', partition: 'y' },
        { account: 'other', user: 'somebody' },
        'no record',
      ],
    }),
  );
  const ask = await projectsAt(server.origin, accounted, 'slurm');
  expect(await ask()).toEqual([{ name: 'a', title: null, allocations: [] }]);
  expect(server.asked.map(({ path }) => path)).toEqual(['/slurmdb/v0.0.38/associations?user=me']);
  for (const choice of [slurm, field]) {
    expect(await (await projectsAt(server.origin, choice, 'slurm'))()).toEqual([]);
  }
  expect(server.asked).toHaveLength(1);
});

test('thousands of projects, odd names and long words are bounded; a server without that part has none', async () => {
  let status = 200;
  const accounts = [
    { name: 'two\nlines', default: false },
    { name: 'x'.repeat(201), default: false },
    ...Array.from({ length: 5000 }, (_, at) => ({ name: `p${at}`, default: at === 4000 })),
  ];
  const user = { id: '1', name: 'me' };
  const server = await startApiServer((_, response) =>
    json(response, { user, group: user, groups: [], accounts }, status),
  );
  const ask = await projectsAt(server.origin, { family: 'firecrest' }, 'alps');
  const told = await ask();
  expect(told).toHaveLength(200);
  expect(told.slice(0, 2).map(({ name }) => name)).toEqual(['p4000', 'p0']);
  status = 501;
  expect(await ask()).toEqual([]);
  status = 500;
  await expect(ask()).rejects.toMatchObject({ details: { status: 500 } });
});
