import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { HttpChoice } from '../../../main/work/apis.ts';
import { createFindOut } from '../../../main/work/find-out.ts';
import { createFirecrestApi } from '../../../main/work/operations/firecrest/index.ts';
import { createIriApi } from '../../../main/work/operations/iri/index.ts';
import type { ComputeApi, Send } from '../../../main/work/operations/types.ts';
import type { ApiServer, Told } from '../../support/work/api-server.ts';
import {
  apisOf,
  marker,
  network,
  pace,
  session,
  submission,
} from '../../support/work/apis-world.ts';
import { openDescription } from '../../support/work/described.ts';
import { startFirecrest } from '../../support/work/firecrest-server.ts';
import { startIri } from '../../support/work/iri-server.ts';
import { testFiles, testJobs } from '../../support/work/suite.ts';

afterAll(() => network.close());

interface Family {
  readonly title: string;
  readonly choice: HttpChoice;
  readonly start: () => Promise<ApiServer>;
  readonly api: (send: Send, limit?: number) => ComputeApi;
  readonly machine: string;
  readonly files: string;
  readonly statusPath: string;
}
const families: readonly Family[] = [
  {
    title: 'FirecREST v2',
    choice: { family: 'firecrest', user: 'user' },
    start: startFirecrest,
    api: (send, limit = pace.limit) =>
      createFirecrestApi(send, { user: 'user', pace: { ...pace, jobLimit: limit } }),
    ...{ machine: 'alps', files: 'alps', statusPath: '/status/systems' },
  },
  ...(['v1', 'v2'] as const).map((version) => ({
    title: `IRI ${version}`,
    choice: { family: 'iri', version } as const,
    start: () => startIri(version),
    api: (send: Send, limit = pace.limit) =>
      createIriApi(send, { version, pace: { ...pace, limit } }),
    ...{ machine: 'perlmutter', files: 'homes', statusPath: `/api/${version}/task` },
  })),
];

describe.each(families)('$title', (family) => {
  const { title, choice, machine, files, statusPath } = family;
  let server: ApiServer;
  let api: ComputeApi;
  let send: Send;
  beforeAll(async () => {
    server = await family.start();
    ({ send } = apisOf(server, choice));
    api = family.api(send);
  });
  afterEach(() => {
    server.instead = null;
    session.ended = 0;
    // Every request and every answer was as the shared description says.
    expect(server.problems.splice(0)).toEqual([]);
  });
  afterAll(() => server.close());
  const jobs = () => {
    if (api.jobs === null) throw new Error('it has no jobs');
    return api.jobs;
  };
  const remote = (limit?: number) => {
    const found = family.api(send, limit).files;
    if (found === null) throw new Error('it has no files');
    return found;
  };

  testJobs(title, {
    ...{ api: () => api, machine, folder: '/scratch/user' },
    oneTaskFails:
      choice.family === 'iri' ? null : 'if [ $SLURM_ARRAY_TASK_ID = 2 ]; then exit 3; fi',
    silent: ['submittedAt', ...(choice.family === 'iri' ? ['startedAt' as const] : [])],
  });
  describe('a name is created, listed, read, moved and removed, or refused before anything is sent', () => {
    testFiles(title, {
      ...{ api: () => api, machine: files, home: '/scratch/user' },
      refuses: (name, what) =>
        choice.family === 'firecrest' && (what === 'write' ? /['"\\]/ : /['"\\`$&<>]/).test(name),
    });
  });

  test('it is found out by reading alone, each request once', async () => {
    const { apis, systems } = apisOf(server, choice);
    const asked = server.asked.length;
    server.instead = ({ url }) =>
      /^\/(status\/?$|openapi)|^\/api\/v\d\/facility|^\/status\/systems/.test(url.pathname) &&
      url.pathname !== '/status/systems' &&
      !url.pathname.includes('facility')
        ? { status: 404, json: { detail: 'Not Found' } }
        : null;
    const check = server.problems.length;
    const { calls } = createFindOut({ systems, apis });
    const { found } = await calls.findComputeApi({ id: 'one' }, undefined as never);
    // What another family would have is not described here.
    server.problems.splice(check);
    expect(found).toEqual(choice);
    const sent = server.asked.slice(asked);
    expect(sent.every(({ method }) => method === 'GET')).toBe(true);
    expect(new Set(sent.map(({ url }) => url.pathname)).size).toBe(sent.length);
  });

  test('machines are named, and those with files', async () => {
    expect(await api.machines()).toEqual([machine]);
    expect(await (api.files?.machines ?? api.machines)()).toEqual([files]);
    expect(api.run).toBeNull();
  });

  test.for([401, 403])('%i of one operation is its answer, and ends no session', async (status) => {
    server.instead = ({ url }) =>
      url.pathname.includes('/cancel/') || url.pathname.endsWith('/jobs/12345')
        ? { status, json: { message: 'You may not', detail: 'You may not' } }
        : null;
    expect(await jobs().cancel(machine, ['12345'])).toEqual([
      { id: '12345', accepted: false, words: 'You may not' },
    ]);
    expect(server.asked.at(-1)?.url.pathname).toBe(statusPath);
    expect(session.ended).toBe(0);
  });

  test('a token that is refused everywhere ends the session', async () => {
    server.instead = () => ({ status: 401, json: { detail: 'expired' } });
    await expect(jobs().list({ machine, ended: false })).rejects.toMatchObject({
      code: 'session-expired',
    });
    expect(session.ended).toBe(1);
  });

  test('a submission is sent once, whatever the answer was', async () => {
    const asked = server.asked.length;
    const isSubmission = ({ method, url }: { method: string; url: URL }) =>
      method === 'POST' && (url.pathname.endsWith('/jobs') || url.pathname.includes('/job/'));
    server.instead = (one) => (isSubmission(one) ? { status: 500, json: { detail: 'no' } } : null);
    await expect(jobs().submit({ ...submission, machine, marker })).rejects.toMatchObject({
      details: { status: 500 },
    });
    expect(server.asked.slice(asked).filter(isSubmission)).toHaveLength(1);
  });

  const odd: readonly (readonly [string, Told])[] = [
    ['null', { status: 200, json: null }],
    ['a text', { status: 200, json: 'jobs' }],
    ['a number where a list is', { status: 200, json: { jobs: 3, output: 7, task_id: 1 } }],
    ['no JSON', { status: 200, bytes: Buffer.from('<html>') }],
  ];
  test.for(odd)('%s is a named error, not a list', async ([, told]) => {
    await jobs().list({ machine, ended: false });
    server.instead = () => told;
    await expect(jobs().list({ machine, ended: false })).rejects.toMatchObject({
      code: expect.stringMatching(/^answer-/),
    });
    await expect(remote(50).list(files, '/scratch/user')).rejects.toMatchObject({
      code: expect.stringMatching(/^answer-/),
    });
  });

  test('an endless answer is cut off', async () => {
    server.instead = (_asked, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const part = Buffer.alloc(1024 * 1024, '[');
      const write = (): void => {
        while (!response.destroyed && response.write(part));
        if (!response.destroyed) response.once('drain', write);
      };
      write();
      return 'answered';
    };
    await expect(jobs().list({ machine, ended: false })).rejects.toMatchObject({
      code: 'answer-too-large',
    });
  });

  test('work that never ends is given up after the time limit, and when it is cancelled', async () => {
    const deleted = () => server.asked.filter(({ method }) => method === 'DELETE').length;
    const before = deleted();
    const endless = (controller?: AbortController) => {
      server.instead = ({ method, url }) => {
        if (method === 'DELETE') return { status: 200, json: 'deleted' };
        if (url.pathname.includes('/task/')) {
          controller?.abort();
          return { status: 200, json: { id: 'x', status: 'active' } };
        }
        if (!/\/jobs\/\d+$/.test(url.pathname)) return null;
        controller?.abort();
        const status = { state: 'RUNNING', exitCode: 0 };
        return { status: 200, json: { jobs: [{ jobId: '1', status, time: {} }] } };
      };
    };
    endless();
    await expect(remote(20).move(files, '/scratch/user', '/scratch/a')).rejects.toMatchObject({
      code: 'network-timeout',
    });
    expect(deleted()).toBe(before + 1);
    const controller = new AbortController();
    endless(controller);
    await expect(
      remote().move(files, '/scratch/a', '/scratch/b', controller.signal),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(deleted()).toBe(before + 2);
  });

  test('an unknown state is shown as it came', async () => {
    const status = { state: 'DREAMING', exitCode: null };
    const record = { id: '7', jobId: '7', name: 'x', status, time: {} };
    server.instead = ({ url }) =>
      /\/(jobs|status\/r-1)$/.test(url.pathname)
        ? { status: 200, json: choice.family === 'iri' ? [record] : { jobs: [record] } }
        : null;
    const [job] = await jobs().list({ machine, ended: false });
    expect(job).toMatchObject({ state: 'unknown', stateText: 'DREAMING', record });
  });
});

test('what does not fit the shared description is noticed', ({ skip }) => {
  const check = openDescription('firecrest-v2.json');
  if (check === null) return skip('../shared/openapi is not there');
  const exchange = {
    ...{ method: 'POST', url: new URL('http://a/compute/alps/jobs?what=1'), status: 201 },
    ...{
      headers: { 'content-type': 'application/json' },
      body: '{"job":{}}',
      answer: '{"jobId":7}',
    },
  };
  const problems = check(exchange).join('\n');
  for (const words of ['has no what', 'workingDirectory', 'answer #/jobId']) {
    expect(problems).toContain(words);
  }
  expect(check({ ...exchange, method: 'PUT' })).toEqual([
    'PUT /compute/alps/jobs is not described',
  ]);
});
