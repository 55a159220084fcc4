import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import {
  cacheFolder,
  cacheOf,
  readCode,
  wrapCommonJs,
} from '../../../../main/hosts/electron/code.ts';
import { testFolder } from '../../../support/files/folder.ts';

const entryText = `
  const { hostname } = require('node:os');
  const { shown } = require('electron');
  let reads = 0;
  exports.count = () => (reads += 1);
  exports.told = () => require('./chunks/later.cjs').told(hostname === require('os').hostname, shown);
`;
const laterText = `
  const entry = require('../entry.cjs');
  exports.told = (same, shown) => [same, shown, entry.count(), __filename.endsWith('later.cjs')];
`;
const files: Readonly<Record<string, string>> = {
  'entry.cjs': entryText,
  'chunks/later.cjs': laterText,
};

interface Entry {
  told(): unknown[];
}

/** Built code, with what V8 made of it where `made` gives it. */
function built(made: (text: string) => Buffer | null): string {
  const folder = testFolder();
  const write = (path: string, bytes: string | Buffer): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, bytes);
  };
  for (const [name, text] of Object.entries(files)) {
    write(join(folder, name), text);
    const cache = made(text);
    if (cache !== null) write(join(folder, cacheFolder, `${name}.bin`), cache);
  }
  return join(folder, 'entry.cjs');
}

const compiled = (text: string): Buffer => new Script(wrapCommonJs(text)).createCachedData();
const ready = (text: string): Buffer => cacheOf(Buffer.from(text), compiled(text));
const read = (entry: string) => readCode<Entry>(entry, { electron: { shown: 'a window' } });

test.each<[string, (text: string) => Buffer | null, { compiled: number; refused: number }]>([
  ['as the package has it', ready, { compiled: 2, refused: 0 }],
  ['where nothing was made of it', () => null, { compiled: 0, refused: 0 }],
  ['where that is cut off', (text) => ready(text).subarray(0, 40), { compiled: 0, refused: 2 }],
  ['where that is empty', () => Buffer.alloc(0), { compiled: 0, refused: 2 }],
  ['where that is of other code', () => ready('1 + 1'), { compiled: 0, refused: 2 }],
  [
    'where V8 refuses it',
    (text) => cacheOf(Buffer.from(text), compiled(`${text} `)),
    { compiled: 0, refused: 2 },
  ],
])(
  'main’s code is run %s, each file once, and what it requires when it is required',
  (_, made, how) => {
    const { exported, code } = read(built(made));
    expect(code.files).toBe(1);
    expect(exported.told()).toEqual([true, 'a window', 1, true]);
    expect(exported.told()).toEqual([true, 'a window', 2, true]);
    expect(code).toEqual({ files: 2, ...how });
  },
);

test('of a file that was changed since, by as many letters, what it says now is run', () => {
  const entry = built(ready);
  writeFileSync(entry, entryText.replace('reads += 1', 'reads += 5'));
  const { exported, code } = read(entry);
  expect(code).toEqual({ files: 1, compiled: 0, refused: 1 });
  expect(exported.told()).toEqual([true, 'a window', 5, true]);
});

test('what no package brings is said by its name', () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'entry.cjs'), "require('left-pad')");
  expect(() => read(join(folder, 'entry.cjs'))).toThrow('left-pad, which no package brings');
});
