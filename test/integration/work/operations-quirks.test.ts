import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { HttpChoice } from '../../../main/work/apis.ts';
import { homeOf } from '../../../main/work/files/index.ts';
import { createFirecrestApi } from '../../../main/work/operations/firecrest/index.ts';
import { createIriApi } from '../../../main/work/operations/iri/index.ts';
import type { ApiRequest, ComputeApi, Submission } from '../../../main/work/operations/types.ts';
import { apisOf, marker, network, pace, submission } from '../../support/work/apis-world.ts';
import { firecrestStraight, startFirecrest } from '../../support/work/firecrest-server.ts';
import { startIri } from '../../support/work/iri-server.ts';

afterAll(() => network.close());

const shown = (api: ComputeApi, one: Submission): ApiRequest =>
  api.jobs?.preview(one) as ApiRequest;

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

  test('files begin in the user’s folder where the system has its users’ folders, else there, else at the root', async () => {
    expect(await homeOf(api, 'alps')).toBe('/scratch/user');
    const named = (name: string) => {
      server.instead = ({ url }) =>
        url.pathname.endsWith('/userinfo')
          ? { status: 200, json: { user: { id: '1', name }, group: null, groups: [] } }
          : null;
      return homeOf(api, 'alps');
    };
    try {
      expect(await named('stranger')).toBe('/scratch');
      expect(await named('..')).toBe('/');
      expect(await named('a/b')).toBe('/scratch');
      server.instead = ({ url }) =>
        url.pathname.endsWith('/userinfo') ? { status: 403, json: {} } : null;
      expect(await homeOf(api, 'alps')).toBe('/');
    } finally {
      server.instead = null;
    }
    expect(server.problems).toEqual([]);
  });

  test('what has no field goes into the script after its own directives', () => {
    const script = '#!/bin/bash\n#SBATCH --nodes=1\n# words\n\nsleep 1\n#SBATCH no\n';
    const given = { ...submission, machine: 'alps', script };
    const more = { nodes: 2, limitSeconds: 90, array: '0-3' };
    const sent = JSON.parse(String(shown(api, { ...given, ...more }).body));
    expect(sent.job.script).toBe(
      '#!/bin/bash\n#SBATCH --nodes=1\n#SBATCH --nodes=2\n#SBATCH --time=2\n#SBATCH --array=0-3\n# words\n\nsleep 1\n#SBATCH no\n',
    );
    const pbs = '#!/bin/bash\n#PBS -l select=1\nsleep 1\n';
    const other = JSON.parse(String(shown(api, { ...given, ...more, script: pbs }).body));
    expect(other.job.script).toBe(pbs);
  });

  describe('a file above the limit of the system', () => {
    const large = randomBytes(firecrestStraight + 500_000);
    const path = '/scratch/user/large file';
    const by = (choice: HttpChoice) => {
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

    test('is never in memory as a whole, and goes on where it was cut if it is still the same', async () => {
      const { streams } = by({ family: 'firecrest', storage: server.storage.address });
      if (streams === undefined) throw new Error('it streams no files');
      const streamed = `${path} in pieces`;
      let given = 0;
      const behind: number[] = [];
      const content = {
        size: large.length,
        async *pieces() {
          for (let at = 0; at < large.length; at += 65_535) {
            const piece = large.subarray(at, at + 65_535);
            given += piece.length;
            yield piece;
            behind.push(given);
          }
        },
      };
      const from = server.storage.asked.length;
      await streams.write('alps', streamed, content, 'create');
      expect(behind.at(-1)).toBe(large.length);
      const parts = server.storage.asked.slice(from).filter(({ method }) => method === 'PUT');
      expect(Buffer.compare(Buffer.concat(parts.map(({ body }) => body)), large)).toBe(0);
      const read = async (part: Parameters<typeof streams.read>[3]) => {
        const pieces: Uint8Array[] = [];
        let head: unknown;
        const begin: Parameters<typeof streams.read>[2] = async (told) => {
          head = told;
          return async (piece) => void pieces.push(piece);
        };
        await streams.read('alps', streamed, begin, part);
        expect(pieces.length).toBeGreaterThan(1);
        return { head, bytes: Buffer.concat(pieces) };
      };
      const mark = expect.stringMatching(/^"[0-9a-f]{32}"$/);
      const whole = await read(null);
      expect(whole.head).toEqual({ from: 0, size: large.length, mark });
      expect(Buffer.compare(whole.bytes, large)).toBe(0);
      const known = (whole.head as { mark: string }).mark;
      const rest = await read({ from: 1_000_000, mark: known });
      expect(rest.head).toEqual({ from: 1_000_000, size: large.length, mark });
      expect(Buffer.compare(rest.bytes, large.subarray(1_000_000))).toBe(0);
      const other = await read({ from: 1_000_000, mark: '"of another file"' });
      expect(other.head).toEqual({ from: 0, size: large.length, mark });
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
    await api.files?.write('alps', '/scratch/user/slow', Buffer.from('x'), 'create');
    await api.files?.remove('alps', '/scratch/user/slow', 'file');
    const left = await api.files?.list('alps', '/scratch/user');
    expect(left?.map(({ name }) => name)).not.toContain('slow');
    expect(server.asked.map(({ url }) => url.pathname)).toContain('/filesystem/alps/transfer/rm');
  });

  test('a transfer job that fails says so', async () => {
    await expect(
      api.files?.move('alps', '/scratch/user/no', '/scratch/user/yes'),
    ).rejects.toMatchObject({
      code: 'http-status',
      details: { server: 'FAILED; /scratch/user/.job_error.log' },
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

  test('files begin in the user’s home where v2 tells it; v1 tells none', async () => {
    for (const version of ['v1', 'v2'] as const) {
      const { server, api } = await open(version);
      expect(await homeOf(api, 'homes')).toBe(version === 'v2' ? '/scratch/user' : '/');
      expect(server.problems).toEqual([]);
      server.instead = ({ url }) =>
        url.pathname.includes('/storage/') ? { status: 501, json: {} } : null;
      expect(await homeOf(api, 'homes')).toBe('/');
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
    await api.files?.list('homes', '/scratch/user');
    expect(server.asked.filter(({ url }) => url.pathname.includes('/ls/'))).toMatchObject([
      { method: 'POST' },
    ]);
    await server.close();
  });

  test('the task is asked about at the server itself, whatever address it names', async () => {
    const { server, api } = await open('v1');
    await api.files?.write('homes', '/scratch/user/a', Buffer.from('a'), 'create');
    expect(server.asked.at(-1)?.url.pathname).toMatch(/^\/api\/v1\/task\/task-\d+$/);
    await expect(api.files?.read('homes', '/scratch/user/b', 100)).rejects.toMatchObject({
      details: { server: 'Error: /scratch/user/b: No such file or directory' },
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
    const sent = shown(api, { ...submission, machine: 'm', script });
    expect(JSON.parse(String(sent.body))).toMatchObject({
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
