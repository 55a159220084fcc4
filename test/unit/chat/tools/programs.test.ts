import { mkdirSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findProgram } from '../../../../main/chat/tool-servers/programs.ts';
import { testFolder } from '../../../support/files/folder.ts';

/** Two folders of programs, as Windows lists them, with these files. */
function windows(files: readonly string[]) {
  const folder = testFolder();
  for (const file of files) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), 'x');
  }
  const path = [join(folder, 'one'), join(folder, 'two')].join(delimiter);
  const at = (file: string): string => join(folder, file);
  return {
    at,
    find: (command: string) => findProgram(command, folder, { platform: 'win32', path }),
  };
}

test('on Windows a command is a program with or without its ending, and never a file of another system', async () => {
  const { at, find } = windows(['one/tool', 'two/tool.exe']);
  expect(await find('tool')).toEqual({ file: at('two/tool.exe'), before: [] });
  expect(await find('tool.exe')).toEqual({ file: at('two/tool.exe'), before: [] });
  expect(await find(at('two/tool'))).toEqual({ file: at('two/tool.exe'), before: [] });
  expect(await find('other')).toBe('none');
});

test('on Windows npx is started by the Node beside it or in the path, without a shell', async () => {
  const code = 'one/node_modules/npm/bin/npx-cli.js';
  const beside = windows(['one/npx', 'one/npx.cmd', 'one/node.exe', 'two/node.exe', code]);
  const started = { file: beside.at('one/node.exe'), before: [beside.at(code)] };
  expect(await beside.find('npx')).toEqual(started);
  expect(await beside.find('npx.cmd')).toEqual(started);
  const inPath = windows(['one/npx.cmd', 'two/node.exe', code]);
  expect(await inPath.find('npx')).toEqual({
    file: inPath.at('two/node.exe'),
    before: [inPath.at(code)],
  });
});

test.each([
  ['of another name', ['one/tool.cmd'], 'tool'],
  ['with its ending', ['one/tool.bat'], 'tool.bat'],
  ['before a program of a later folder', ['one/tool.cmd', 'two/tool.exe'], 'tool'],
  ['npx without its code', ['one/npx.cmd', 'one/node.exe'], 'npx'],
])('on Windows a script (%s) is not started', async (_, files, command) => {
  expect(await windows(files).find(command)).toBe('script');
});
