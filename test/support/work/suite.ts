import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { readDirectives } from '../../../common/scripts/directives.ts';
import type {
  ComputeApi,
  FileOperations,
  Job,
  Submission,
} from '../../../main/work/operations/types.ts';
import { patience } from '../patience.ts';

/** An API to try, with scripts in its scheduler's language. */
export interface JobsUnderTest {
  api(): ComputeApi;
  readonly machine: string;
  /** Working folder to ask for. */
  readonly folder: string | null;
  /** A script of which one task of four, 0 to 3, fails; null where the API has no arrays. */
  readonly oneTaskFails: string | null;
  /** What the API does not tell of a job. */
  readonly silent?: readonly (keyof Job)[];
  /** A real scheduler: it runs scripts, and refuses a queue that it does not have. */
  readonly isReal?: boolean;
}

const bare: Omit<Submission, 'machine' | 'script'> = {
  name: null,
  queue: null,
  project: null,
  nodes: null,
  limitSeconds: null,
  array: null,
  folder: null,
  marker: null,
};
const settled = ['done', 'failed', 'limit', 'cancelled'];

/** What every family's jobs have to do, whoever answers. */
export function testJobs(
  name: string,
  { api, machine, folder, oneTaskFails, silent = [], isReal = false }: JobsUnderTest,
): void {
  const jobs = () => {
    const found = api().jobs;
    if (found === null) throw new Error('it has no jobs');
    return found;
  };
  const submit = (script: string, more: Partial<Submission> = {}): Promise<string> =>
    jobs().submit({ ...bare, machine, script: `#!/bin/bash\n${script}\n`, folder, ...more });
  const show = (id: string): Promise<readonly Job[]> => jobs().show({ machine, id });
  const until = (id: string, states: readonly string[]): Promise<readonly Job[]> =>
    expect
      .poll(async () => (await show(id)).map(({ state }) => state), { timeout: patience(60_000) })
      .toSatisfy((all: string[]) => all.length > 0 && all.every((one) => states.includes(one)))
      .then(() => show(id));

  test(`${name}: a job runs, and is listed while it does and once it has ended`, async () => {
    const id = await submit('sleep 3', { name: 'first-job', limitSeconds: 120 });
    const listed = await jobs().list({ machine, ended: false });
    const own = listed.find((job) => job.id === id);
    expect(own).toMatchObject({ name: 'first-job', endedAt: null, exitCode: null });
    if (silent.includes('submittedAt')) expect(own?.submittedAt).toBeNull();
    else expect(own?.submittedAt).toBeGreaterThan(Date.now() - 60_000);
    await until(id, ['running', 'ending', 'done']);
    const [job] = await until(id, settled);
    expect(job).toMatchObject({ state: 'done', exitCode: 0, limitSeconds: 120, machine });
    if (silent.includes('startedAt')) expect(job?.startedAt).toBeNull();
    else expect(job?.endedAt).toBeGreaterThanOrEqual(job?.startedAt ?? Number.POSITIVE_INFINITY);
    expect(job?.endedAt).toEqual(expect.any(Number));
    const ended = await jobs().list({ machine, ended: true });
    expect(ended.map((one) => one.id)).toContain(id);
    expect((await jobs().list({ machine, ended: false })).map((one) => one.id)).not.toContain(id);
  });

  test(`${name}: a job that fails says its exit code`, async () => {
    const id = await submit('exit 7');
    expect(await until(id, settled)).toMatchObject([{ state: 'failed', exitCode: 7 }]);
  });

  test(`${name}: a running job is cancelled once, and says so; an unknown one is not`, async () => {
    const id = await submit('sleep 100');
    await until(id, ['running']);
    expect(await jobs().cancel(machine, [id])).toMatchObject([{ id, accepted: true }]);
    expect(await until(id, settled)).toMatchObject([{ state: 'cancelled' }]);
    const [unknown] = await jobs().cancel(machine, ['99999']);
    expect(unknown?.accepted).toBe(false);
    expect(unknown?.words).not.toBe('');
  });

  test(`${name}: the tasks of an array are told apart, one of them fails`, async () => {
    if (oneTaskFails === null) {
      await expect(submit('sleep 1', { array: '0-3' })).rejects.toMatchObject({
        code: 'submission-unsupported',
      });
      return;
    }
    const id = await submit(oneTaskFails, { array: '0-3' });
    const all = await until(id, settled);
    const tasks = all.filter(({ task }) => task !== null);
    expect(tasks.map(({ task }) => task?.number).sort()).toEqual([0, 1, 2, 3]);
    expect(tasks.filter(({ state }) => state === 'failed')).toHaveLength(1);
    expect(new Set(tasks.map((task) => task.task?.array))).toEqual(new Set([id]));
    const [one] = tasks;
    expect(await show(one?.id ?? '')).toMatchObject([{ id: one?.id }]);
  });

  test(`${name}: a marker is found again where the API can show one`, async () => {
    const marker = 'compute-desk 0c6f2f0e-6f0c-4b3e-9e55-3d1b6f8f2a77';
    const id = await submit('sleep 3', { name: 'marked', marker });
    const all = await jobs().list({ machine, ended: false });
    const found = all.find((job) => job.id === id);
    expect(found?.name).toBe('marked');
    expect(found?.comment).toBe(jobs().findsMarker ? marker : null);
    await jobs().cancel(machine, [id]);
  });

  test(`${name}: a job is found by its marker, and its output is read`, async () => {
    const { findsMarker } = jobs();
    const marker = findsMarker ? `compute-desk ${randomUUID()}` : null;
    const id = await submit('echo "from the job"', { marker });
    const [job] = await until(id, settled);
    const ended = await jobs().list({ machine, ended: true });
    const found = ended.filter(({ comment }) => comment !== null && comment === marker);
    expect(found.map((one) => one.id)).toEqual(findsMarker ? [id] : []);
    const { files } = api();
    const path = job?.outputPath ?? null;
    if (files === null || path === null || !isReal) return;
    const text = async () => new TextDecoder().decode(await files.read(machine, path, 1_000));
    await expect.poll(text, { timeout: patience(10_000) }).toBe('from the job\n');
    await expect(files.read(machine, path, 3)).rejects.toMatchObject({ code: 'answer-too-large' });
  });

  test(`${name}: an unknown job is shown as nothing`, async () => {
    expect(await show('99999')).toEqual([]);
  });

  if (!isReal) return;
  test(`${name}: a job has what its script asks for`, async () => {
    const lines = [
      ...['--ntasks=1', '--cpus-per-task=1', '--mem=1M', '--no-requeue', '--nice=5'],
      ...['--dependency=singleton', '--open-mode=append', '--output=asked-%j.txt'],
      ...['--mail-type=NONE', '--error=asked-%j.txt', '--hold', '--nodes=1-1'],
    ].map((line) => `#SBATCH ${line}`);
    const { asks } = readDirectives(['#!/bin/bash', ...lines, 'true'].join('\n'), 'slurm');
    expect(asks).toHaveLength(lines.length);
    const id = await submit([...lines, 'true'].join('\n'), { asks });
    const [job] = await show(id);
    expect(job?.state).toBe('held');
    // some tell the pattern
    expect(job?.outputPath).toMatch(new RegExp(`asked-(%j|${id})\\.txt$`));
    expect(await jobs().cancel(machine, [id])).toMatchObject([{ accepted: true }]);
  });

  test(`${name}: a script that the scheduler refuses says why, and no job is made`, async () => {
    const before = (await jobs().list({ machine, ended: false })).length;
    const refused = submit('true', { queue: 'no-such-queue' });
    await expect(refused).rejects.toMatchObject({ details: { server: expect.any(String) } });
    expect(await jobs().list({ machine, ended: false })).toHaveLength(before);
  });
}

/** Files to try: names that are refused before anything is sent, where the API cannot carry them safely. */
export interface FilesUnderTest {
  api(): ComputeApi;
  readonly machine: string;
  readonly home: string;
  refuses?(name: string, what: 'write' | 'move'): boolean;
}

const names = [
  'plain.txt',
  'two words.txt',
  "it's.txt",
  'say "hello" $HOME `date` !x.txt',
  '-rf',
  '名前.txt',
  'back\\slash; rm -rf *',
  '#?&%41.txt',
  "'; touch x; '",
];

/** What every family's files have to do, whoever answers. */
export function testFiles(
  name: string,
  { api, machine, home, refuses = () => false }: FilesUnderTest,
): void {
  const files = (): FileOperations => {
    const found = api().files;
    if (found === null) throw new Error('it has no files');
    return found;
  };
  const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString();
  const listed = async (one: string) =>
    (await files().list(machine, home)).find((entry) => entry.name === one);

  test.for(names)(
    `${name}: %s is created, listed, read, moved and removed, or refused`,
    async (one) => {
      const path = `${home}/${one}`;
      const create = (content: string): Promise<void> =>
        files().write(machine, path, Buffer.from(content), 'create');
      const moving = (): Promise<void> =>
        files().move(machine, path, `${home}/a folder/moved ${one}`);
      const refusal = { code: 'path-unusable' };
      if (refuses(one, 'move')) await expect(moving()).rejects.toMatchObject(refusal);
      if (refuses(one, 'write')) {
        await expect(create('one')).rejects.toMatchObject(refusal);
        return;
      }
      await create('one');
      await expect(create('x')).rejects.toMatchObject({ details: { status: 409 } });
      await files().write(machine, path, Buffer.from('three'), 'overwrite');
      expect(text(await files().read(machine, path, 1000))).toBe('three');
      const entry = await listed(one);
      expect(entry).toMatchObject({ kind: 'file', size: 5 });
      expect(entry?.changedAt).toEqual(expect.any(Number));
      await files().makeFolder(machine, `${home}/a folder`);
      expect(await listed('a folder')).toMatchObject({ kind: 'folder' });
      if (refuses(one, 'move')) {
        await files().remove(machine, path, 'file');
        await files().remove(machine, `${home}/a folder`, 'folder');
        return;
      }
      await moving();
      expect(await listed(one)).toBeUndefined();
      expect(text(await files().read(machine, `${home}/a folder/moved ${one}`, 1000))).toBe(
        'three',
      );
      await files().remove(machine, `${home}/a folder`, 'folder');
      expect(await listed('a folder')).toBeUndefined();
    },
  );

  test(`${name}: bytes of every kind come back as they went`, async () => {
    const bytes = Buffer.concat([Buffer.from([0, 10, 13, 255, 128]), randomBytes(300_000)]);
    const hash = (one: Uint8Array) => createHash('sha256').update(one).digest('hex');
    const path = `${home}/bytes.bin`;
    await files().write(machine, path, bytes, 'overwrite');
    expect(hash(await files().read(machine, path, 1_000_000))).toBe(hash(bytes));
    await expect(files().read(machine, path, 1000)).rejects.toMatchObject({
      code: 'answer-too-large',
    });
    await files().remove(machine, path, 'file');
    await expect(files().read(machine, path, 1000)).rejects.toThrow();
  });

  test.for(['relative', '/home/../etc/passwd', '/scratch/./x', '/scratch/a\0b'])(
    `${name}: the path %s is refused before anything is sent`,
    async (path) => {
      const refusal = { code: 'path-unusable' };
      await expect(files().read(machine, path, 10)).rejects.toMatchObject(refusal);
      await expect(
        files().write(machine, path, Buffer.from('x'), 'overwrite'),
      ).rejects.toMatchObject(refusal);
    },
  );
}
