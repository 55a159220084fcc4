import { expect, test } from 'vitest';
import { patience } from '../../support/patience.ts';
import {
  jobsWorld,
  json,
  minute,
  slurm,
  slurmJob,
  startApiServer,
} from '../../support/work/jobs-world.ts';

const million = 1_000_000;

test('a million jobs of a Slurm are refused by name before they are read, and what was known stays', async () => {
  const server = await startApiServer((_, response) => json(response, { jobs: [slurmJob(1)] }));
  const { open, clock } = await jobsWorld(server.origin, slurm);
  const { look, refresh, snapshot } = open();
  await look();
  server.answer = ({ path }, response) => {
    if (path.endsWith('/ping')) return json(response, {});
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"jobs":[');
    let sent = 0;
    const more = (): void => {
      while (sent < million && !response.destroyed) {
        const jobs = Array.from({ length: 1000 }, (_one, at) => slurmJob(sent + at));
        sent += 1000;
        if (!response.write(`${JSON.stringify(jobs).slice(1, -1)},`)) return;
      }
      response.end(`${JSON.stringify(slurmJob(million))}]}`);
    };
    response.on('drain', more);
    more();
  };
  clock.now += minute;
  await refresh();
  const { jobs, machines } = await snapshot();
  expect(machines[0]?.problem).toMatchObject({ code: 'answer-too-large' });
  expect(jobs.map(({ id }) => id)).toEqual(['1']);
});

test('a million jobs in pages are asked for up to a bound, and those left out are counted', {
  timeout: patience(60_000),
}, async () => {
  const server = await startApiServer(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, server.origin);
    if (pathname.endsWith('/resources')) return json(response, [{ id: 'r', name: 'big' }]);
    const from = Number(searchParams.get('offset'));
    const isEnded = searchParams.get('historical') === 'true';
    const page = Array.from({ length: isEnded ? 0 : 1000 }, (_, at) => ({
      id: String(from + at),
      status: { state: 'active', time: 1_793_491_200 },
    }));
    json(response, page);
  });
  const { open } = await jobsWorld(server.origin, { family: 'iri', version: 'v2' });
  const { look, snapshot } = open();
  await look();
  const { jobs, machines } = await snapshot();
  expect(machines[0]?.problem).toBeNull();
  expect(jobs).toHaveLength(10_000);
  // All of IRI's are the user's own: of 20,000 that were told, 2,000 are followed.
  expect(machines[0]?.leftOut).toBe(18_000);
  expect(server.asked.filter(({ path }) => path.includes('/status/r'))).toHaveLength(21);
});
