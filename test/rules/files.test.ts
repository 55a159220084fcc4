import { expect, test } from 'vitest';
import { emptyTree } from './tree.ts';

const host = ['registry', 'npmjs', 'org'].join('.');

function lock(entry: object): string {
  return JSON.stringify({ packages: { '': { name: 'app' }, 'node_modules/zod': entry } });
}

test('a lock file that names download addresses is refused', async () => {
  const tree = emptyTree();
  tree.write('package-lock.json', lock({ version: '4.0.0', integrity: 'sha512-x' }));
  tree.addToGit();
  expect(await tree.errors('lock-files')).toEqual([]);
  const resolved = `https://${host}/zod/-/zod-4.0.0.tgz`;
  tree.write('package-lock.json', lock({ version: '4.0.0', integrity: 'sha512-x', resolved }));
  expect(await tree.errors('lock-files')).toEqual([
    'package-lock.json: node_modules/zod names where it is downloaded from',
  ]);
});

test.each([
  ['of any package', {}],
  ['of a package for another platform', { optional: true, os: ['darwin'], cpu: ['arm64'] }],
])('a lock file without the hash %s is refused', async (_, platform) => {
  const tree = emptyTree();
  tree.write('package-lock.json', lock({ version: '4.0.0', ...platform }));
  tree.addToGit();
  expect(await tree.errors('lock-files')).toEqual([
    'package-lock.json: node_modules/zod has no integrity',
  ]);
});

test('a lock file that npm ci would refuse is refused: optional packages left out', async () => {
  const tree = emptyTree();
  const optionalDependencies = { 'zod-darwin-arm64': '4.0.0' };
  const entry = { version: '4.0.0', integrity: 'sha512-x', optionalDependencies };
  tree.write('package-lock.json', lock(entry));
  tree.addToGit();
  expect(await tree.errors('lock-files')).toEqual([
    'package-lock.json: zod-darwin-arm64 is missing, so npm ci refuses: choose a version whose packages are all offered',
  ]);
});

test('paths of one machine and hosts of registries are refused', async () => {
  const tree = emptyTree();
  tree.write('fine.md', `See \`main/${'work'}/index.ts\` and https://example.org/${'home'}/me/.\n`);
  tree.write('bad.md', `One\n/${'home'}/somebody/app\nhttps://${host}/\n`);
  tree.addToGit();
  expect(await tree.errors('places')).toEqual([
    `bad.md:2: a path of one machine: /${'home'}/somebody/app`,
    `bad.md:3: the host of a package registry: ${host}`,
  ]);
});

test('a long file is a warning, not an error', async () => {
  const tree = emptyTree();
  tree.write('main/long.ts', 'export {};\n'.repeat(351));
  tree.write('main/short.ts', 'export {};\n'.repeat(350));
  tree.addToGit();
  expect(await tree.findings('file-lengths')).toEqual([
    { level: 'warning', place: 'main/long.ts', message: '351 lines, more than 350' },
  ]);
});

test('a folder of more than 25 files side by side is refused, those in its folders not counted', async () => {
  const tree = emptyTree();
  const add = (name: string) => tree.write(`renderer/features/jobs/${name}`, 'export {};\n');
  for (let at = 0; at < 25; at += 1) add(`part${at}.ts`);
  add('list/Row.tsx');
  add('jobs.css');
  expect(await tree.errors('folders')).toEqual([]);
  add('Part25.tsx');
  expect(await tree.errors('folders')).toEqual([
    'renderer/features/jobs: 26 files side by side (at most 25): sort them into folders',
  ]);
});
