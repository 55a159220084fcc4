import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portableDataFolder, requireParts, substituteNode } from '../../../main/hosts/parts.ts';
import { startFailureText } from '../../../main/hosts/start-failures.ts';

let folder: string;
let worker: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'parts-'));
  worker = join(folder, 'worker.js');
  writeFileSync(worker, '');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const told = (work: () => void): string => {
  try {
    work();
  } catch (cause) {
    return startFailureText(cause, 'en');
  }
  return 'starts';
};

test('an app that is whole starts', () => {
  expect(told(() => requireParts([worker], undefined, true))).toBe('starts');
  expect(told(() => requireParts([worker], worker, false))).toBe('starts');
});

test('a part that is not there is named, with what to do', () => {
  const gone = join(folder, 'gone.js');
  expect(told(() => requireParts([worker, gone], undefined, true))).toBe(
    `A part of Compute Desk is missing: ${gone}. The data folder was not changed. Install Compute Desk again.`,
  );
});

test('a runtime without a database needs a Node beside it', () => {
  expect(told(() => requireParts([worker], undefined, false))).toContain('missing: node:sqlite.');
  const node = join(folder, 'node');
  expect(told(() => requireParts([worker], node, false))).toContain(`node:sqlite (${node})`);
});

test('the environment names no program to a packaged app', () => {
  const env = { COMPUTE_DESK_NODE: '/opt/node/bin/node' };
  expect(substituteNode('/usr/lib/compute-desk/resources', env)).toMatch(
    /^\/usr\/lib\/compute-desk\/resources\/node\//,
  );
  expect(substituteNode(null, env)).toBe('/opt/node/bin/node');
  expect(substituteNode(null, { COMPUTE_DESK_NODE: '' })).toBeUndefined();
});

test('a packaged app takes its data along where the folder data lies beside it', () => {
  const program = join(folder, 'compute-desk');
  expect(portableDataFolder(program, 'linux')).toBeNull();
  const data = join(folder, 'data');
  writeFileSync(data, 'a file is no folder');
  expect(portableDataFolder(program, 'linux')).toBeNull();
  rmSync(data);
  mkdirSync(data);
  expect(portableDataFolder(program, 'linux')).toBe(data);
  const inside = join(folder, 'Compute Desk.app/Contents/MacOS/Compute Desk');
  expect(portableDataFolder(inside, 'darwin')).toBe(data);
});
