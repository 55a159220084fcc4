import { expect, test } from 'vitest';
import type { ComputeApiChoice } from '../../../preload/contract/work/compute-api.ts';
import {
  type Asked,
  apisAt,
  field,
  json,
  slurm,
  startApiServer,
  submission,
} from '../../support/work/jobs-world.ts';
import { testSystem } from '../../support/worlds/world.ts';

/** A system with a session, whose server answers each request with a status and a body. */
async function start(
  choice: ComputeApiChoice,
  answerOf: (asked: Asked, token: string) => readonly [status: number, body: unknown],
) {
  const server = await startApiServer((asked, response) => {
    const token = asked.headers.authorization?.replace('Bearer ', '') ?? '';
    const [status, body] = answerOf(asked, token);
    json(response, body, status);
  });
  const session = { renewed: 0, ended: false };
  const attached = (accessToken: string, generation: number) => ({
    headers: { authorization: `Bearer ${accessToken}` },
    grant: { generation, accessToken },
  });
  const renew = async () => {
    session.renewed += 1;
    return attached('second', 2);
  };
  const system = testSystem(null, { computeApi: choice });
  const apis = apisAt({ get: () => system }, server.origin, {
    attach: async () => attached('first', 1),
    renew,
    renewIfPossible: renew,
    refusedAgain: () => {
      session.ended = true;
    },
  });
  const { jobs } = apis.open(system.id);
  if (jobs === null) throw new Error('it has no jobs');
  return { jobs, session, server };
}

const queue = { status: 'OK', error: '', output: [] };
const why = 'not of your group';
const refusal = { err_msg: why, status: 'NG', err_id: 403, error: why };
const machine = 'cpu';
const sent = { ...submission, machine, marker: null };

test('a 403 renews the session once, and the call is sent once more', async () => {
  const { jobs, session, server } = await start(field, (_, token) =>
    token === 'second' ? [200, queue] : [403, refusal],
  );
  expect(await jobs.list({ machine, ended: false })).toEqual([]);
  expect(session).toEqual({ renewed: 1, ended: false });
  expect(server.asked.map(({ path }) => path)).toEqual(['/queue/cpu', '/queue/cpu']);
});

test.each(['list', 'submit', 'cancel'] as const)(
  'a second 403 on one operation (%s) is shown, and does not end the session while the machine states are answered',
  async (what) => {
    const { jobs, session, server } = await start(field, ({ path }) =>
      path === '/status/' ? [200, []] : [403, refusal],
    );
    if (what === 'cancel') {
      expect(await jobs.cancel(machine, ['12'])).toMatchObject([{ accepted: false, words: why }]);
    } else {
      const done = what === 'list' ? jobs.list({ machine, ended: false }) : jobs.submit(sent);
      await expect(done).rejects.toMatchObject({
        code: 'http-forbidden',
        details: { status: 403, server: why },
      });
    }
    expect(session).toEqual({ renewed: 1, ended: false });
    expect(server.asked).toHaveLength(3);
    expect(server.asked.at(-1)?.path).toBe('/status/');
  },
);

test('the session has ended only where the machine states are refused too', async () => {
  const { jobs, session } = await start(field, () => [403, refusal]);
  await expect(jobs.list({ machine, ended: false })).rejects.toMatchObject({
    code: 'session-expired',
  });
  expect(session).toEqual({ renewed: 1, ended: true });
});

test('where the machine states are not answered, nothing is known of the session', async () => {
  const { jobs, session } = await start(field, ({ path }) =>
    path === '/status/' ? [502, {}] : [403, refusal],
  );
  await expect(jobs.list({ machine, ended: false })).rejects.toMatchObject({
    code: 'http-forbidden',
  });
  expect(session.ended).toBe(false);
});

const spent = { errors: [{ error: 'Authentication failure', error_number: 1007 }] };
test.each([500, 511])(
  'slurmrestd says %i for a spent token: a call that reads is repeated with a new one, a submission and a cancel are not',
  async (status) => {
    const { jobs, session, server } = await start(slurm, (_, token) =>
      token === 'second' ? [200, { errors: [], jobs: [] }] : [status, spent],
    );
    expect(await jobs.list({ machine: 'slurm', ended: false })).toEqual([]);
    expect(session).toEqual({ renewed: 1, ended: false });
    await expect(jobs.submit(sent)).rejects.toMatchObject({ details: { status } });
    expect(await jobs.cancel('slurm', ['12'])).toMatchObject([{ accepted: false }]);
    expect([server.sent('POST'), server.sent('DELETE')]).toEqual([1, 1]);
    expect(session.renewed).toBe(1);
  },
);

test.each([500, 511])(
  'a read that slurmrestd refuses again with %i ends the session only where its ping is refused as well',
  async (status) => {
    const some = await start(slurm, ({ path }) =>
      path.endsWith('/ping') ? [200, { errors: [] }] : [status, spent],
    );
    const list = { machine: 'slurm', ended: false };
    await expect(some.jobs.list(list)).rejects.toMatchObject({ details: { status } });
    expect(some.session).toEqual({ renewed: 1, ended: false });
    const none = await start(slurm, () => [status, spent]);
    await expect(none.jobs.list(list)).rejects.toMatchObject({ code: 'session-expired' });
    expect(none.session.ended).toBe(true);
  },
);

test('the 500 of Slurm 22.05 for an unknown job is no spent token', async () => {
  const { jobs, session, server } = await start(slurm, () => [
    500,
    { errors: [{ error: 'Invalid job id specified', error_number: 2017 }] },
  ]);
  expect(await jobs.show({ machine: 'slurm', id: '12' })).toEqual([]);
  expect(session.renewed).toBe(0);
  expect(server.asked).toHaveLength(1);
});

test('a redirect of a submission is not followed: it could run twice', async () => {
  const server = await startApiServer((_, response) => {
    response.writeHead(307, { location: '/elsewhere' });
    response.end();
  });
  const system = testSystem(null, { computeApi: field });
  const { jobs } = apisAt({ get: () => system }, server.origin).open(system.id);
  await expect(jobs?.submit(sent)).rejects.toMatchObject({ details: { status: 307 } });
  expect(server.sent('POST')).toBe(1);
});
