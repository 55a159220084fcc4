import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../../scripts/toolchain.mjs';

const page = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
/** The table of folders, a row each. */
const rows = page
  .slice(page.indexOf('## The map'), page.indexOf('## Words'))
  .split('\n')
  .filter((line) => line.startsWith('| `'));

const roomsIn = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

const namedIn = (folder: string): string[] =>
  rows
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)\/`/g)])
    .map(([, path = '']) => path)
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1))
    .sort();

const subjects = ['base', 'systems', 'machines', 'chat', 'settings', 'doctor'];

test.each([
  ['main', [...subjects, 'hosts']],
  ...subjects.map((subject): [string, string[]] => [`main/${subject}`, []]),
  ['main/hosts', []],
  ['renderer', []],
] satisfies [string, string[]][])(
  'the map of ARCHITECTURE.md names the rooms of %s, and none that is not there',
  (folder, opened) => {
    const rooms = roomsIn(folder).filter((name) => !opened.includes(name));
    expect(namedIn(folder).filter((name) => !name.includes('/'))).toEqual(rooms);
  },
);

test('it names every feature of the renderer', () => {
  const row = rows.find((line) => line.includes('`renderer/features/`')) ?? '';
  const list = row.slice(row.lastIndexOf(':') + 1).replace(/\([^)]*\)/g, '');
  const rooms = roomsIn('renderer/features').flatMap((subject) =>
    roomsIn(`renderer/features/${subject}`),
  );
  expect(list.match(/[A-Za-z]+/g)?.sort()).toEqual(rooms.sort());
});

test.each(['test', 'scripts'])('it names every folder of %s', (folder) => {
  const row = rows.find((line) => line.startsWith(`| \`${folder}/\``)) ?? '';
  const words = new Set(row.match(/[a-z0-9]+/g));
  expect(roomsIn(folder).filter((name) => !words.has(name))).toEqual([]);
});

test('the tests that the documents name are there', () => {
  const pages = [
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    ...globSync('docs/*.md', { cwd: root }),
  ];
  const missing = pages.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/`(test\/[\w/.-]+)/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => `${name}: ${path}`),
  );
  expect(missing).toEqual([]);
});

test('it can be read on two screens: 160 lines', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(160);
});
