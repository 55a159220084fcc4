import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { filesBelow } from '../../../scripts/check/files.ts';
import { filesOf, laneNames } from '../../../scripts/lanes/files.ts';
import { note, readProgress } from '../../../scripts/lanes/progress.ts';
import { root } from '../../../scripts/toolchain.mjs';
import { testFolder } from '../../support/files/folder.ts';

test('every file of tests belongs to one lane and no second', async () => {
  const files = await filesBelow(root, ['test'], ['.test.ts', '.test.tsx']);
  const claimed = laneNames.flatMap((name) => filesOf(name)).sort();
  expect(claimed).toEqual(files);
  expect(files).toContain('test/unit/scripts/lanes.test.ts');
});

test('words choose among the files of a lane', () => {
  expect(filesOf('unit', ['scripts/lanes', 'no such file'])).toEqual([
    'test/unit/scripts/lanes.test.ts',
  ]);
  expect(filesOf('electron', ['no such file'])).toEqual([]);
});

test('what a run has noted says which tests it did not get to', () => {
  const place = join(testFolder(), 'notes');
  note(place, { kind: 'loaded', file: 'a.test.ts', tests: ['one', 'two'] });
  note(place, { kind: 'test', file: 'a.test.ts', test: 'one', state: 'passed', errors: [] });
  note(place, { kind: 'test', file: 'a.test.ts', test: 'two', state: 'passed', errors: ['late'] });
  note(place, { kind: 'done', file: 'a.test.ts', failures: [] });
  note(place, { kind: 'loaded', file: 'b.test.ts', tests: ['one', 'two', 'two'] });
  note(place, { kind: 'test', file: 'b.test.ts', test: 'two', state: 'failed', errors: ['gone'] });
  writeFileSync(place, '{"kind":"te', { flag: 'a' });
  const [a, b, c] = readProgress(place, ['a.test.ts', 'b.test.ts', 'c.test.ts']);
  expect(a).toMatchObject({ done: true, counts: { passed: 2, failed: 0 }, open: [] });
  expect(a?.retried).toMatchObject([{ test: 'two', errors: ['late'] }]);
  expect(b).toMatchObject({ done: false, counts: { failed: 1 }, open: ['one', 'two'] });
  expect(b?.failed).toMatchObject([{ test: 'two', errors: ['gone'] }]);
  expect(c).toMatchObject({ done: false, open: null });
});

/** A small lane of its own, and the run over it in a process as `npm test` is one. */
function lane(files: Readonly<Record<string, string>>) {
  const folder = testFolder();
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
  const config = `export default { root: ${JSON.stringify(folder)}, test: { include: ['*.test.ts'], maxWorkers: 1, fileParallelism: false } };`;
  const all = { ...files, 'vitest.config.mjs': config };
  for (const [file, text] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const program = `
    import { runVitest } from ${JSON.stringify(join(root, 'scripts/lanes/vitest.ts'))};
    const cut = new AbortController();
    process.on('SIGTERM', () => cut.abort());
    const run = { config: ${JSON.stringify(join(folder, 'vitest.config.mjs'))}, folder: ${JSON.stringify(folder)} };
    const counts = await runVitest(run, ${JSON.stringify(Object.keys(files))}, cut.signal);
    console.log('COUNTS ' + JSON.stringify(counts));`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NO_COLOR: '1' },
  });
  let output = '';
  const listeners = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (data: Buffer) => {
      output += data.toString();
      for (const listener of listeners) listener();
    });
  }
  const exited = once(child, 'exit');
  return {
    cut: () => child.kill('SIGTERM'),
    said: (words: string) =>
      new Promise<void>((resolve) => {
        const look = (): void => void (output.includes(words) && resolve());
        listeners.add(look);
        look();
      }),
    async closing() {
      await exited;
      const counts = /COUNTS (.*)/.exec(output)?.[1];
      if (counts === undefined) throw new Error(output);
      return { output, counts: JSON.parse(counts) as unknown };
    },
  };
}

const head = "import { beforeAll, describe, expect, test } from 'vitest';\n";

test('a run that is cut off is a failure that names the tests that had not run', async () => {
  const running = lane({
    'a.test.ts': `${head}import { readFileSync } from 'node:fs';
      test('is quick', () => {});
      test('hangs', { timeout: 600_000 }, async () => {
        const notes = () => readFileSync(process.env.COMPUTE_DESK_PROGRESS, 'utf8');
        await expect.poll(notes, { timeout: 600_000 }).toContain('"state":"passed"');
        console.log('HANGS');
        await new Promise(() => {});
      });
      describe('a group', () => { test('comes later', () => {}); });`,
    'b.test.ts': `${head}test('is never reached', () => {});`,
  });
  await running.said('HANGS');
  running.cut();
  const { counts, output } = await running.closing();
  expect(counts).toEqual({ passed: 1, failed: 1, skipped: 0 });
  const named = output.slice(output.indexOf('Cut off. Not run:')).split('\n').slice(1, 4);
  expect(named).toEqual([
    '  a.test.ts: hangs',
    '  a.test.ts: a group > comes later',
    '  b.test.ts (all of it)',
  ]);
});

test('failures are told again at the end, those outside of tests too, and what passed at a second try', async () => {
  const { counts, output } = await lane({
    'a.test.ts': `${head}let tries = 0;
      test('is unsteady', { retry: 1 }, () => { tries += 1; expect(tries).toBe(2); });
      test('is wrong', () => { expect('this').toBe('that'); });`,
    'b.test.ts': `${head}describe('a group', () => { beforeAll(() => { throw new Error('no server'); });
      test('has no server', () => {}); });`,
    'c.test.ts': 'this does not load(',
  }).closing();
  expect(counts).toMatchObject({ passed: 1, failed: 3 });
  const end = output.slice(output.lastIndexOf('Duration'));
  expect(end).toMatch(/^failed: a\.test\.ts: is wrong\n +expected 'this'/m);
  expect(end).toMatch(/^failed: b\.test\.ts: \(outside of its tests\)\n +no server/m);
  expect(end).toMatch(/^failed: c\.test\.ts: \(outside of its tests\)\n +./m);
  expect(output).toMatch(
    /retried: a\.test\.ts: is unsteady\n +AssertionError|retried: a\.test\.ts: is unsteady\n +expected 1/,
  );
});

test('a file whose process dies runs once more, and only that file', async () => {
  const folder = testFolder();
  const mark = JSON.stringify(join(folder, 'died'));
  const { counts, output } = await lane({
    'a.test.ts': `${head}test('is well', () => { console.log('WELL'); });`,
    'b.test.ts': `${head}import { existsSync, writeFileSync } from 'node:fs';
      test('dies once', () => {
        if (existsSync(${mark})) return;
        writeFileSync(${mark}, '');
        process.kill(process.pid, 'SIGKILL');
      });`,
  }).closing();
  expect(output).toContain('Once more:\n  b.test.ts');
  expect(output.split('WELL')).toHaveLength(2);
  expect(counts).toEqual({ passed: 2, failed: 0, skipped: 0 });
});
