import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { defaultConnection } from '../../../main/base/network/index.ts';
import type { Authorization } from '../../../main/systems/sign-in/types.ts';
import { createComputeApis } from '../../../main/work/apis.ts';
import { createFindOut } from '../../../main/work/find-out.ts';
import { createFirecrestApi } from '../../../main/work/operations/firecrest/index.ts';
import { createIriApi } from '../../../main/work/operations/iri/index.ts';
import type { ComputeApi, Send, Submission } from '../../../main/work/operations/types.ts';
import type { ComputeApiChoice } from '../../../preload/contract/work/compute-api.ts';
import type { ApiServer, Told } from '../../support/work/api-server.ts';
import { openDescription } from '../../support/work/described.ts';
import { firecrestStraight, startFirecrest } from '../../support/work/firecrest-server.ts';
import { startIri } from '../../support/work/iri-server.ts';
import { testFiles, testJobs } from '../../support/work/suite.ts';
import { testNetwork } from '../../support/worlds/network.ts';

const network = testNetwork({ env: {} });
afterAll(() => network.close());

/** The session of a user who has a token, which cannot be renewed. */
const session = { ended: 0 };
const grant = { headers: { authorization: 'Bearer good' }, grant: { accessToken: 'good' } };
const authorization = {
  attach: async () => grant,
  renew: async () => {
    session.ended += 1;
    return grant;
  },
  renewIfPossible: async () => null,
  refusedAgain: () => {
    session.ended += 1;
  },
} as unknown as Authorization;

/** The compute APIs of a system with this choice, by the app's own network. */
function apisOf(server: ApiServer, choice: ComputeApiChoice) {
  const systems = { get: () => ({ computeApi: choice }) as never };
  const apis = createComputeApis({
    systems,
    network,
    access: {
      openWebApi: async () => ({
        address: server.address,
        ...{ connection: defaultConnection(), identity: null, authorization },
      }),
    },
  });
  return { apis, systems, send: apis.sender('one', choice) };
}

const pace = { first: 1, longest: 5, limit: 60_000 };
const submission: Submission = {
  ...{ machine: '', script: '#!/bin/bash\nsleep 5\n', name: null, queue: null, project: null },
  ...{ nodes: null, limitSeconds: null, array: null, folder: '/home/user', marker: null },
};
const marker = 'compute-desk 0c6f2f0e-6f0c-4b3e-9e55-3d1b6f8f2a77';

interface Family {
  readonly title: string;
  readonly choice: ComputeApiChoice;
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
      createFirecrestApi(send, { user: 'user', pace: { ...pace, limit } }),
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
    ...{ api: () => api, machine, folder: '/home/user' },
    oneTaskFails:
      choice.family === 'iri' ? null : 'if [ $SLURM_ARRAY_TASK_ID = 2 ]; then exit 3; fi',
    silent: choice.family === 'iri' ? ['startedAt'] : ['submittedAt'],
  });
  describe('a name is created, listed, read, moved and removed, or refused before anything is sent', () => {
    testFiles(title, {
      ...{ api: () => api, machine: files, home: '/home/user' },
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
    await expect(remote(50).list(files, '/home/user')).rejects.toMatchObject({
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
    await expect(remote(20).move(files, '/home/user', '/home/a')).rejects.toMatchObject({
      code: 'network-timeout',
    });
    expect(deleted()).toBe(before + 1);
    const controller = new AbortController();
    endless(controller);
    await expect(
      remote().move(files, '/home/a', '/home/b', controller.signal),
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

describe('quirks of FirecREST', () => {
  let server: Awaited<ReturnType<typeof startFirecrest>>;
  let api: ComputeApi;
  beforeAll(async () => {
    server = await startFirecrest();
    const { send } = apisOf(server, { family: 'firecrest' });
    api = createFirecrestApi(send, { user: null, pace });
  });
  afterAll(() => server.close());
  const asked = () => server.asked.at(-1)?.url;

  test.for([
    [undefined, '7d'],
    [0.5, '1h'],
    [7, '8h'],
    [23, '24h'],
    [50, '3d'],
    [100, '7d'],
    [1000, '7d'],
  ] as const)('what ended in the last %s hours is asked for by %s', async ([hours, window]) => {
    const since = hours === undefined ? {} : { since: Date.now() - hours * 3_600_000 };
    await api.jobs?.list({ machine: 'alps', ended: true, ...since });
    expect(asked()?.searchParams.get('time_window')).toBe(window);
    expect(api.jobs?.historyMs).toBe(7 * 24 * 3_600_000);
  });

  test('jobs of others are asked for only where the user is known', async () => {
    await api.jobs?.list({ machine: 'alps', ended: false });
    expect(asked()?.searchParams.has('allusers')).toBe(false);
  });

  test('what has no field goes into the script after its own directives', () => {
    const script = '#!/bin/bash\n#SBATCH --nodes=1\n# words\n\nsleep 1\n#SBATCH no\n';
    const given = { ...submission, machine: 'alps', script };
    const more = { nodes: 2, limitSeconds: 90, array: '0-3' };
    const sent = JSON.parse(String(api.jobs?.preview({ ...given, ...more }).body));
    expect(sent.job.script).toBe(
      '#!/bin/bash\n#SBATCH --nodes=1\n#SBATCH --nodes=2\n#SBATCH --time=2\n#SBATCH --array=0-3\n# words\n\nsleep 1\n#SBATCH no\n',
    );
    const pbs = '#!/bin/bash\n#PBS -l select=1\nsleep 1\n';
    const other = JSON.parse(String(api.jobs?.preview({ ...given, ...more, script: pbs }).body));
    expect(other.job.script).toBe(pbs);
  });

  describe('a file above the limit of the system', () => {
    const large = randomBytes(firecrestStraight + 500_000);
    const path = '/home/user/large file';
    const by = (choice: ComputeApiChoice) => {
      const { apis } = apisOf(server, choice);
      const { files } = apis.open('one');
      if (files === null) throw new Error('it has no files');
      return files;
    };

    test('goes and comes by transfer jobs, without credentials, through a storage that is allowed', async () => {
      const files = by({ family: 'firecrest', storage: server.storage.address });
      await files.write('alps', path, large, 'create');
      await expect(files.write('alps', path, large, 'create')).rejects.toMatchObject({
        details: { status: 409 },
      });
      const back = await files.read('alps', path, 10_000_000);
      expect(Buffer.compare(back, large)).toBe(0);
      const { asked: sent } = server.storage;
      expect(sent.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'PUT', 'POST', 'GET']);
      expect(sent.every(({ headers }) => headers.authorization === undefined)).toBe(true);
      expect(server.problems).toEqual([]);
    });

    test('goes to no other server', async () => {
      for (const storage of [undefined, 'http://127.0.0.1:9']) {
        const files = by({ family: 'firecrest', ...(storage && { storage }) });
        const before = server.storage.asked.length;
        await expect(files.write('alps', `${path}2`, large, 'create')).rejects.toMatchObject({
          code: 'storage-not-allowed',
          details: { host: server.storage.address },
        });
        expect(server.storage.asked).toHaveLength(before);
      }
    });
  });

  test('what takes too long to remove is removed by a job, which is followed', async () => {
    await api.files?.write('alps', '/home/user/slow', Buffer.from('x'), 'create');
    await api.files?.remove('alps', '/home/user/slow', 'file');
    const left = await api.files?.list('alps', '/home/user');
    expect(left?.map(({ name }) => name)).not.toContain('slow');
    expect(server.asked.map(({ url }) => url.pathname)).toContain('/filesystem/alps/transfer/rm');
  });

  test('a transfer job that fails says so', async () => {
    await expect(api.files?.move('alps', '/home/user/no', '/home/user/yes')).rejects.toMatchObject({
      code: 'http-status',
      details: { server: 'FAILED; /home/user/.job_error.log' },
    });
  });
});

describe('quirks of IRI', () => {
  const open = async (version: 'v1' | 'v2', keepsKeys?: boolean) => {
    const server = await startIri(version, keepsKeys);
    const { send } = apisOf(server, { family: 'iri', version });
    return { server, api: createIriApi(send, { version, pace }) };
  };

  test('v2 takes a key with a submission, the same for the same marker; v1 takes none', async () => {
    for (const version of ['v1', 'v2'] as const) {
      const { server, api } = await open(version);
      const given = { ...submission, machine: 'perlmutter', marker };
      const first = await api.jobs?.submit(given);
      const again = await api.jobs?.submit(given);
      const keys = server.asked.flatMap(({ headers }) => headers['idempotency-key'] ?? []);
      expect(new Set(keys).size).toBe(version === 'v2' ? 1 : 0);
      expect(again === first).toBe(version === 'v2');
      for (const key of keys) expect(key).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
      expect(server.problems).toEqual([]);
      await server.close();
    }
  });

  test('a server without a store for keys answers 501, and gets it once more without one', async () => {
    const { server, api } = await open('v2', false);
    const given = { ...submission, machine: 'perlmutter', marker };
    expect(await api.jobs?.submit(given)).toEqual(expect.any(String));
    const sent = server.asked.filter(({ url }) => url.pathname.includes('/job/'));
    expect(sent.map(({ headers }) => 'idempotency-key' in headers)).toEqual([true, false]);
    await server.close();
  });

  test('v2 reads files by POST, and such a call may be repeated', async () => {
    const { server, api } = await open('v2');
    await api.files?.list('homes', '/home/user');
    expect(server.asked.filter(({ url }) => url.pathname.includes('/ls/'))).toMatchObject([
      { method: 'POST' },
    ]);
    await server.close();
  });

  test('the task is asked about at the server itself, whatever address it names', async () => {
    const { server, api } = await open('v1');
    await api.files?.write('homes', '/home/user/a', Buffer.from('a'), 'create');
    expect(server.asked.at(-1)?.url.pathname).toMatch(/^\/api\/v1\/task\/task-\d+$/);
    await expect(api.files?.read('homes', '/home/user/b', 100)).rejects.toMatchObject({
      details: { server: 'Error: /home/user/b: No such file or directory' },
    });
    await server.close();
  });

  test('lists of jobs come in pages', async () => {
    const { server, api } = await open('v1');
    for (let count = 0; count < 1005; count += 1) {
      server.instead = null;
      await api.jobs?.submit({ ...submission, machine: 'perlmutter', name: `n${count}` });
    }
    const all = await api.jobs?.list({ machine: 'perlmutter', ended: false });
    expect(new Set(all?.map(({ id }) => id)).size).toBe(1005);
    await server.close();
  });

  test.for([
    ['#!/bin/bash -l\necho', '/bin/bash', ['-l', '-c']],
    ['#!/usr/bin/env python3\nprint()', '/usr/bin/env', ['python3', '-c']],
    ['#!/usr/bin/perl\nprint', '/usr/bin/perl', ['-e']],
    ['echo', '/bin/sh', ['-c']],
  ] as const)('the script %s is run by its own program', async ([script, program, words]) => {
    const { server, api } = await open('v1');
    const sent = api.jobs?.preview({ ...submission, machine: 'm', script });
    expect(JSON.parse(String(sent?.body))).toMatchObject({
      executable: program,
      arguments: [...words, script],
    });
    await server.close();
  });

  test('a script of another program is refused', async () => {
    const { server, api } = await open('v1');
    const script = '#!/opt/own\nx';
    const refused = { code: 'submission-unsupported', details: { what: '#!/opt/own' } };
    expect(() => api.jobs?.preview({ ...submission, machine: 'm', script })).toThrow(
      expect.objectContaining(refused),
    );
    await server.close();
  });
});
