import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Checker, error, type Finding } from './finding.ts';

const file = 'ARCHITECTURE.md';
/** Lines of ARCHITECTURE.md: two screens. */
const longest = 160;
const subjects = ['base', 'systems', 'machines', 'chat', 'settings', 'doctor'];

/** Folders whose rooms the map names, and which of these it opens further. */
const opened: Readonly<Record<string, readonly string[]>> = {
  main: [...subjects, 'hosts'],
  ...Object.fromEntries(subjects.map((subject) => [`main/${subject}`, []])),
  'main/hosts': [],
  renderer: [],
};

/** The map of ARCHITECTURE.md names every room, and none that is not there; the documents name tests that are there. */
export const map: Checker = async (root) => {
  const page = readFileSync(join(root, file), 'utf8');
  const rows = page
    .slice(page.indexOf('## The map'), page.indexOf('## The rules'))
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const rooms = (folder: string): string[] =>
    readdirSync(join(root, folder), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  const lines = page.split('\n').length;
  return [
    ...Object.entries(opened).flatMap(([folder, inside]) =>
      compare(
        folder,
        rooms(folder).filter((name) => !inside.includes(name)),
        namedIn(rows, folder),
      ),
    ),
    ...compare(
      'renderer/features',
      rooms('renderer/features').flatMap((subject) => rooms(`renderer/features/${subject}`)),
      featuresIn(rows),
    ),
    ...['test', 'scripts'].flatMap((folder) => {
      const row = rows.find((line) => line.startsWith(`| \`${folder}/\``)) ?? '';
      const words = new Set(row.match(/[A-Za-z0-9]+/g));
      return compare(
        folder,
        rooms(folder).filter((name) => !words.has(name)),
        [],
      );
    }),
    ...missingTests(root),
    ...(lines > longest ? [error(file, `${lines} lines, more than ${longest}: two screens`)] : []),
  ];
};

function compare(folder: string, rooms: readonly string[], named: readonly string[]): Finding[] {
  return [
    ...rooms
      .filter((name) => !named.includes(name))
      .map((name) => error(file, `the map does not name ${name} of ${folder}/`)),
    ...named
      .filter((name) => !rooms.includes(name))
      .map((name) => error(file, `the map names ${name} of ${folder}/, which is not there`)),
  ];
}

function namedIn(rows: readonly string[], folder: string): string[] {
  return rows
    .flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`([^`]+)\/`/g)])
    .map(([, path = '']) => path)
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => path.slice(folder.length + 1))
    .filter((name) => !name.includes('/'));
}

function featuresIn(rows: readonly string[]): string[] {
  const row = rows.find((line) => line.includes('`renderer/features/`')) ?? '';
  return (
    row
      .slice(row.lastIndexOf(':') + 1)
      .replace(/\([^)]*\)/g, '')
      .match(/[A-Za-z]+/g) ?? []
  );
}

function missingTests(root: string): Finding[] {
  const pages = ['README.md', file, 'CONTRIBUTING.md', ...globSync('docs/*.md', { cwd: root })];
  return pages.flatMap((name) =>
    [...readFileSync(join(root, name), 'utf8').matchAll(/`(test\/[\w/.-]+)/g)]
      .map(([, path = '']) => path)
      .filter((path) => !existsSync(join(root, path)))
      .map((path) => error(name, `names ${path}, which is not there`)),
  );
}
