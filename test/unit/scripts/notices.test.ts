import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { beforeEach, expect, test } from 'vitest';
import { noteFiles } from '../../../scripts/notices/collect.ts';
import { asModule, asText, noticesOf } from '../../../scripts/notices/make.ts';
import { testFolder } from '../../support/files/folder.ts';

let root: string;
beforeEach(() => {
  root = testFolder();
});

function file(path: string, text = ''): string {
  const whole = join(root, 'node_modules', path);
  mkdirSync(dirname(whole), { recursive: true });
  writeFileSync(whole, text);
  return whole;
}

/** A package in node_modules. @returns the path of its one module */
function install(name: string, { licence = true, code = 'export {}' } = {}): string {
  file(`${name}/package.json`, JSON.stringify({ name, version: '1.2.3', license: 'MIT' }));
  if (licence) file(`${name}/LICENSE`, `the licence of ${name}`);
  return file(`${name}/dist/index.js`, code);
}

const names = (files: readonly string[]) => noticesOf(files, root).map(({ name }) => name);

test('what is in a build has its notice once, and nothing else has', () => {
  install('unused');
  const files = [
    install('b'),
    file('b/dist/other.js'),
    `\0${install('@scope/a')}?commonjs-exports`,
    install('b/node_modules/inner'),
    join(root, 'renderer/own.ts'),
    '\0virtual:own',
    'node:fs',
  ];
  expect(noticesOf(files, root)).toEqual([
    { name: '@scope/a', version: '1.2.3', licence: 'MIT', text: 'the licence of @scope/a' },
    { name: 'b', version: '1.2.3', licence: 'MIT', text: 'the licence of b' },
    {
      name: 'b/node_modules/inner',
      version: '1.2.3',
      licence: 'MIT',
      text: 'the licence of b/node_modules/inner',
    },
  ]);
});

test('what has no licence’s text is refused by name, all at once', () => {
  const files = [install('fine'), install('bare', { licence: false })];
  const bundling = '// ../node_modules/.pnpm/hidden@1.0.0/node_modules/hidden/index.js\nhidden();';
  expect(() => noticesOf([...files, install('bundling', { code: bundling })], root)).toThrow(
    /what ships: bare 1\.2\.3, hidden$/,
  );
});

test('a licence that only its text names is read there', () => {
  const path = install('quiet', { licence: false });
  file('quiet/package.json', JSON.stringify({ name: 'quiet', version: '1.2.3' }));
  file('quiet/license', 'The MIT License (MIT)\n\nCopyright');
  expect(noticesOf([path], root)).toMatchObject([{ name: 'quiet', licence: 'MIT' }]);
});

test('what an author has bundled in is told, too: as comments name it, or as we know', () => {
  const code = [
    '// node_modules/.pnpm/langium@4.0.0/node_modules/langium/lib/index.js',
    '//#region ../../node_modules/@scope/known/index.js',
    'const text = "see node_modules/nothing/here.js";',
    '// node_modules/bundling/own.js',
  ].join('\n');
  const files = [install('bundling', { code }), install('@scope/known'), install('undici')];
  expect(names(files)).toEqual(['@scope/known', 'bundling', 'langium', 'llhttp', 'undici']);
  expect(noticesOf(files, root).find(({ name }) => name === 'langium')?.text).toContain('TypeFox');
});

test('notices beside a file that ships go with those of its package, others do not', () => {
  install('fonts');
  file('fonts/serif/LICENSE_SERIF', 'of the serif');
  file('fonts/sans/LICENSE_SANS', 'of the sans');
  file('fonts/NOTICE.md', 'a notice');
  const [notice] = noticesOf([file('fonts/serif/a.ttf')], root);
  expect(notice?.text).toBe('the licence of fonts\n\na notice\n\nof the serif');
});

test('the bundler’s and the styles’ own code is told', () => {
  for (const name of ['rolldown', 'tailwindcss']) install(name);
  expect(names(['\0rolldown/runtime.js', join(root, 'renderer/styles/app.css')])).toEqual([
    'rolldown',
    'tailwindcss',
  ]);
});

test('a module for the page and a text for the package hold them all', async () => {
  const notices = noticesOf([install('a'), install('b')], root);
  const path = join(root, 'notices.mjs');
  writeFileSync(path, asModule(notices));
  expect((await import(path)).notices).toEqual(notices);
  for (const { name, text } of notices) {
    expect(asText(notices)).toContain(`${name} 1.2.3 (MIT)\n\n${text}\n`);
  }
});

test('only a build into the folder of the list is noted in it', async () => {
  const dist = join(root, 'dist');
  const list = join(dist, '.page.files.json');
  const entry = join(root, 'entry.js');
  writeFileSync(entry, 'console.log(1)');
  const buildInto = (outDir: string) =>
    build({
      configFile: false,
      root,
      logLevel: 'error',
      plugins: [noteFiles(new Set(), list)],
      build: { outDir, rolldownOptions: { input: entry } },
    });
  await buildInto(join(root, 'elsewhere'));
  expect(existsSync(list)).toBe(false);
  await buildInto(join(dist, 'page'));
  expect(JSON.parse(readFileSync(list, 'utf8'))).toEqual([entry]);
});
