import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../support/worlds/world.ts';
import { type ConsoleWorld, openConsole } from './console-world.ts';

/** Descriptions of four families of compute APIs, where they are there (../shared/openapi/README.md). */
const folder = join(import.meta.dirname, '../../../../shared/openapi');
const files = existsSync(folder)
  ? readdirSync(folder).filter((name) => /\.(json|yaml)$/.test(name))
  : [];
if (files.length === 0)
  console.log('skipped: descriptions of compute APIs (../shared/openapi is not here)');

let world: ConsoleWorld;
let systemId: string;
beforeAll(async () => {
  const data = await temporaryFolder();
  world = await openConsole(data.path);
  const added = await world.call('systems.add', {
    ...{ name: 'Compute', webApiUrl: 'https://api.invalid', authUrl: null, genaiUrl: null },
    ...{ authorities: [], certificateId: null },
  });
  systemId = added.id;
  return async () => {
    await world.close();
    await data.remove();
  };
});

/** Operations that each file has, counted by hand. */
const operations: Readonly<Record<string, number>> = {
  'firecrest-v2.json': 35,
  'iri-facility-v1.yaml': 45,
  'iri-facility-v2.yaml': 47,
};

test.skipIf(files.length === 0)('there are the files that are meant', () => {
  expect(files).toEqual(expect.arrayContaining(Object.keys(operations)));
});

test.each(files)('%s comes in whole, and every operation of it opens', async (name) => {
  const bytes = readFileSync(join(folder, name));
  const from = { kind: 'file', name, bytes } as const;
  const { id: descriptionId } = await world.call('apiConsole.importDescription', {
    ...{ systemId, from, replaces: null },
  });
  const { descriptions } = await world.call('apiConsole.snapshot', { systemId });
  const kept = descriptions.find(({ id }) => id === descriptionId);
  const listed = await world.call('consoleOperations.snapshot', { systemId, descriptionId });
  // As a text search finds them: a method of a path at its indentation.
  expect(kept?.operations).toBe(operations[name] ?? methodsIn(bytes.toString()));
  expect(kept?.warnings.filter(({ code }) => !/^(same-id|standard)$/.test(code))).toEqual([]);
  for (const { key } of listed) {
    const detail = await world.call('apiConsole.operation', { systemId, descriptionId, key });
    expect(detail.cut, key).toBe(false);
    for (const ref of JSON.stringify([detail.parameters, detail.body]).match(/#\/[^"]+/g) ?? []) {
      expect(detail.schemas, key).toHaveProperty([ref]);
    }
  }
});

function methodsIn(text: string): number {
  const { paths } = JSON.parse(text) as { paths: Record<string, object> };
  return Object.values(paths)
    .flatMap((item) => Object.keys(item))
    .filter((name) => /^(get|put|post|delete|patch|head|options|trace)$/.test(name)).length;
}

/** Imports a text, and returns its warnings once it was compared with the standard. */
async function warningsOf(text: string, count: number) {
  const from = { kind: 'file', name: 'own.json', bytes: Buffer.from(text) } as const;
  const { id } = await world.call('apiConsole.importDescription', {
    ...{ systemId, from, replaces: null },
  });
  const listed = async () => {
    const { descriptions } = await world.call('apiConsole.snapshot', { systemId });
    return descriptions.find((one) => one.id === id)?.warnings ?? [];
  };
  await expect.poll(async () => (await listed()).length, { timeout: 30_000 }).toBe(count);
  const warnings = await listed();
  await world.call('apiConsole.removeDescription', { systemId, descriptionId: id });
  return warnings;
}

test('what does not follow the standard becomes a warning with its line, after the import', async () => {
  const value = {
    openapi: '3.1.0',
    info: { title: 'T' },
    paths: { '/a~b': { get: { responses: { 200: { description: '' } }, deprecated: 'no' } } },
  };
  expect(await warningsOf(JSON.stringify(value, null, 2), 2)).toEqual([
    { code: 'standard', line: 3, about: expect.stringMatching(/^info: .*version/) },
    {
      ...{ code: 'standard', line: 14 },
      about: expect.stringMatching(/^paths › \/a~b › get › deprecated: .*boolean/),
    },
  ]);
  const yaml = 'swagger: 2.0\ninfo:\n  title: T\n  version: 1\npaths:\n  /a:\n    get: {}\n';
  expect(await warningsOf(yaml, 3)).toMatchObject([
    { code: 'standard', line: 4 },
    { code: 'standard', line: 7 },
    { code: 'standard', line: 7 },
  ]);
});
