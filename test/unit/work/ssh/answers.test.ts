import { describe, expect, test } from 'vitest';
import { createSlurmSshApi } from '../../../../main/work/operations/slurm/ssh/index.ts';
import {
  accountingColumns,
  queueColumns,
  readTable,
} from '../../../../main/work/operations/slurm/ssh/table.ts';
import { readJob } from '../../../../main/work/operations/slurm/values.ts';
import type { Remote, RemoteResult } from '../../../../main/work/operations/types.ts';
import { failureOf, isStaying } from '../../../../main/work/ssh/errors.ts';

/** A host that answers commands with texts. */
function answering(answers: (line: string) => Partial<RemoteResult> & { text?: string }): Remote {
  return {
    host: 'login',
    run: async (words) => {
      const { text = '', code = 0, words: said = '' } = answers(words.join(' '));
      return { code, output: new TextEncoder().encode(text), words: said };
    },
    sftp: () => Promise.reject(new Error('not asked')),
  };
}
const jobsOf = (remote: Remote) => {
  const { jobs } = createSlurmSshApi(remote);
  if (jobs === null) throw new Error('no jobs');
  return jobs;
};
const machine = 'login';

describe('what ssh writes when it fails', () => {
  test.each([
    ['ssh: Could not resolve hostname x: Name or service not known', 'network-name-not-found'],
    ['ssh: connect to host x port 22: Connection refused', 'network-refused'],
    ['ssh: connect to host x port 22: No route to host', 'network-unreachable'],
    ['ssh: connect to host x port 22: Connection timed out', 'network-timeout'],
    ['alice@x: Permission denied (publickey,password).', 'ssh-refused'],
    ['Received disconnect from x port 22:2: Too many authentication failures', 'ssh-refused'],
    ['Host key verification failed.', 'ssh-key-unknown'],
    [
      '@ WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED! @\nHost key verification failed.',
      'ssh-key-changed',
    ],
    ['Connection closed by UNKNOWN port 65535', 'ssh-failed'],
    ['', 'ssh-failed'],
  ])('%j', (words, code) => {
    const error = failureOf(words, 'login', 'ssh-failed');
    expect(error).toMatchObject({ code, details: { host: 'login' } });
    expect(isStaying(error)).toBe(/^ssh-(key|refused)/.test(code));
  });

  test('its words lose control characters and length', () => {
    const { server } = failureOf(`\u001b[2J${'x'.repeat(5_000)}`, 'login', 'ssh-failed').details;
    expect(server).toMatch(/^x{1000}$/);
  });
});

describe('columns', () => {
  const separator = 'f00d';
  const row = (values: readonly string[]) => values.map((one) => `${one}${separator}`).join('');
  const queued = (id: string, name: string, comment: string) =>
    row([
      id,
      'RUNNING',
      'None',
      'alice',
      'small',
      'p1',
      '1',
      '4',
      '1-00:10:00',
      '1795856071',
      '1795856072',
      'N/A',
      '/home/alice',
      name,
      comment,
    ]);

  test('names may hold anything but cannot pass for another job', () => {
    const forged = `x\n99\t|FAILED\nf00\n${'%i'}`;
    const text = `${queued('12_3', forged, '(null)')}\n${queued('13', 'b', 'compute-desk 1')}\n`;
    const jobs = readTable(text, separator, queueColumns).map((one) => readJob(one, machine));
    expect(jobs).toMatchObject([
      { id: '12_3', name: forged.trim(), task: { array: '12', number: 3 }, comment: null },
      { id: '13', comment: 'compute-desk 1', limitSeconds: 87_000, startedAt: 1_795_856_072_000 },
    ]);
  });

  test('accounting tells exit codes, signals and who cancelled', () => {
    const past = (state: string, exit: string) =>
      row([
        '7',
        state,
        exit,
        'alice',
        'small',
        'p1',
        '1',
        '4',
        '00:10:00',
        '1795856071',
        '1795856072',
        '1795856080',
        '/home/alice',
        'a',
        '',
      ]);
    const text = `${past('FAILED', '3:0')}\n${past('CANCELLED by 1000', '0:15')}\n`;
    expect(
      readTable(text, separator, accountingColumns).map((one) => readJob(one, machine)),
    ).toMatchObject([
      { state: 'failed', exitCode: 3, signal: null },
      { state: 'cancelled', signal: 15, endedAt: 1_795_856_080_000 },
    ]);
  });
});

describe('answers of the host', () => {
  test('what the shell’s start prints stands in nobody’s way', async () => {
    const noisy = answering((line) =>
      line.startsWith('sbatch')
        ? { text: 'Welcome {you}\n4711;lane\n' }
        : { text: 'Welcome {you}\n{\n"jobs": [{ "job_id": 4711, "job_state": "PENDING" }]\n}\n' },
    );
    const [job] = await jobsOf(noisy).list({ machine, ended: false });
    expect(job).toMatchObject({ id: '4711', state: 'waiting' });
    const bare = { name: null, queue: null, project: null, nodes: null, limitSeconds: null };
    const rest = { array: null, folder: null, marker: null, machine, script: '#!/bin/sh\n' };
    expect(await jobsOf(noisy).submit({ ...bare, ...rest })).toBe('4711');
  });

  test('without accounting the ended jobs are those of the queue, and it is asked once', async () => {
    const lines: string[] = [];
    const jobs = jobsOf(
      answering((line) => {
        lines.push(line);
        return line.startsWith('sacct')
          ? { code: 1, words: 'Slurm accounting storage is disabled' }
          : { text: '{"jobs": [{ "job_id": 1, "job_state": "COMPLETED" }]}' };
      }),
    );
    for (let times = 0; times < 2; times += 1) {
      expect(await jobs.list({ machine, ended: true })).toMatchObject([{ id: '1' }]);
    }
    expect(lines.filter((line) => line.startsWith('sacct'))).toHaveLength(1);
  });

  test('an answer that is no job has none, and no id leads to a command', async () => {
    const jobs = jobsOf(answering(() => ({ text: '{"jobs": [{ "job_id": "1;id" }, 7, null]}' })));
    expect(await jobs.list({ machine, ended: false })).toEqual([]);
    expect(await jobs.show({ machine, id: '1;id' })).toEqual([]);
    await expect(jobs.cancel(machine, ['1;id'])).rejects.toMatchObject({
      code: 'contract-invalid-input',
    });
  });
});

test('whose jobs are the user’s own is asked of the host, and only a name is taken', async () => {
  const user = (text: string, code = 0) => {
    const asked: string[] = [];
    const remote = answering((line) => {
      asked.push(line);
      return { text, code };
    });
    return createSlurmSshApi(remote)
      .user?.()
      .then((name) => [asked, name]);
  };
  expect(await user('Welcome!\nalice\n')).toEqual([['id -un'], 'alice']);
  expect(await user('alice; reboot\n')).toEqual([['id -un'], null]);
  expect(await user('alice\n', 1)).toEqual([['id -un'], null]);
  expect(await user('')).toEqual([['id -un'], null]);
});
