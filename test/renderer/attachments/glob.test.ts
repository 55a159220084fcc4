import { expect, test } from 'vitest';
import {
  createFilter,
  patternsOf,
  usualExcludes,
} from '../../../renderer/attachments/taking/glob.ts';
import { pagesOf } from '../../../renderer/attachments/taking/pdf/ranges.ts';
import { processorTime } from '../../support/processor-time.ts';

const paths = [
  '.env',
  'README.md',
  'build/out.js',
  'docs/build.md',
  'docs/deep/note.md',
  'lib/app.min.js',
  'src/.env',
  'src/a.ts',
  'src/b.tsx',
  'src/logs/keep.log',
  'src/logs/run.log',
];
const chosen = (options: Partial<Parameters<typeof createFilter>[0]>): string[] =>
  paths.filter(createFilter({ include: [], exclude: [], ignoreFiles: [], ...options }));

test('no pattern takes everything', () => {
  expect(chosen({})).toEqual(paths);
});

test('patterns with a slash stand at the root, names fit at any depth, braces work', () => {
  expect(chosen({ include: ['src/*.ts'] })).toEqual(['src/a.ts']);
  expect(chosen({ include: ['*.md'] })).toEqual([
    'README.md',
    'docs/build.md',
    'docs/deep/note.md',
  ]);
  expect(chosen({ include: ['src/**/*.{ts,tsx}'] })).toEqual(['src/a.ts', 'src/b.tsx']);
  expect(chosen({ include: ['docs'] })).toEqual(['docs/build.md', 'docs/deep/note.md']);
  expect(chosen({ include: ['*.md', '!docs/deep/'] })).toEqual(['README.md', 'docs/build.md']);
});

test('what is left out by habit: made by programs, and secrets', () => {
  expect(chosen({ exclude: usualExcludes })).toEqual([
    'README.md',
    'docs/build.md',
    'docs/deep/note.md',
    'src/a.ts',
    'src/b.tsx',
    'src/logs/keep.log',
    'src/logs/run.log',
  ]);
});

test('.gitignore files count in their folders, the deeper over the higher', () => {
  const ignoreFiles = [
    { folder: 'src/logs', text: '!keep.log\n' },
    { folder: '', text: '# comment\n\n*.log\n/build\n*.tsx  \n' },
    { folder: 'docs', text: '/deep\n' },
  ];
  expect(chosen({ ignoreFiles })).toEqual([
    '.env',
    'README.md',
    'docs/build.md',
    'lib/app.min.js',
    'src/.env',
    'src/a.ts',
    'src/logs/keep.log',
  ]);
});

test('what a folder of many stars says ends at once', () => {
  const name = 'a'.repeat(250);
  const hostile = { folder: '', text: `${'*a'.repeat(60)}b\n${'**/'.repeat(200)}b\n*.log\n` };
  const time = processorTime(() => {
    const filter = createFilter({
      include: [`${'{a,b}'.repeat(60)}`],
      exclude: [],
      ignoreFiles: [hostile],
    });
    expect(filter(`${name}/${name}`)).toBe(false);
    expect(createFilter({ include: [], exclude: [], ignoreFiles: [hostile] })('x/run.log')).toBe(
      false,
    );
  });
  // Backtracking would take longer than anybody lives.
  expect(time).toBeLessThan(5000);
});

test('patterns are typed with commas or lines, commas in braces kept', () => {
  expect(patternsOf(' *.ts, *.{md,txt}\nsrc/ ,')).toEqual(['*.ts', '*.{md,txt}', 'src/']);
});

test('pages are typed as ranges, full-width digits too', () => {
  expect(pagesOf('3, 1-2,2', 9)).toEqual([1, 2, 3]);
  expect(pagesOf('１－３、５'.replace('－', '-'), 9)).toEqual([1, 2, 3, 5]);
  for (const wrong of ['', '0', '10', '3-1', 'all', '1-']) expect(pagesOf(wrong, 9)).toBeNull();
});
