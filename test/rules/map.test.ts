import { readdirSync, readFileSync } from 'node:fs';
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

test.each([
  ['main', ['hosts']],
  ['main/hosts', []],
  ['renderer', []],
])(
  'the map of ARCHITECTURE.md names the rooms of %s, and none that is not there',
  (folder, opened) => {
    const rooms = roomsIn(folder).filter((name) => !opened.includes(name));
    expect(namedIn(folder).filter((name) => !name.includes('/'))).toEqual(rooms);
  },
);

test('it names every feature of the renderer', () => {
  const row = rows.find((line) => line.includes('`renderer/features/`')) ?? '';
  const list = row.slice(row.lastIndexOf(':') + 1).replace(/\([^)]*\)/g, '');
  expect(list.match(/[a-z]+/g)?.sort()).toEqual(roomsIn('renderer/features'));
});

test('it can be read on two screens: 160 lines', () => {
  expect(page.split('\n').length).toBeLessThanOrEqual(160);
});
