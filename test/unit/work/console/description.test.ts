import { expect, test } from 'vitest';
import { readDescription } from '../../../../main/work/console/description/read.ts';
import type { ReadDescription } from '../../../../main/work/console/description/types.ts';

const info = { title: 'T', version: '1' };
const read = (value: unknown): ReadDescription =>
  readDescription(Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)));
const openapi = (paths: object, more: object = {}) => ({ openapi: '3.1.0', info, paths, ...more });
const ok = { responses: { '200': { description: 'fine' } } };
const codes = ({ warnings }: ReadDescription): string[] => warnings.map(({ code }) => code);
const partsOf = (found: ReadDescription, at = 0) =>
  JSON.parse(found.operations[at]?.detail ?? '{}') as Record<string, unknown>;

test('Swagger 2.0 comes in with its forms, files and bodies', () => {
  const found = read({
    ...{ swagger: '2.0', info, consumes: ['multipart/form-data'] },
    paths: {
      '/file/{machine}': {
        post: {
          parameters: [
            { in: 'path', name: 'machine', type: 'string', required: true },
            { in: 'formData', name: 'file', type: 'file', required: true },
          ],
          ...ok,
        },
      },
    },
  });
  expect(found.format).toBe('Swagger 2.0');
  expect(partsOf(found)).toMatchObject({
    parameters: [{ in: 'path', name: 'machine', schema: { type: 'string' } }],
    body: { contents: [{ type: 'multipart/form-data', schema: { required: ['file'] } }] },
  });
});

test('a bad line of YAML is a warning with its line, and the rest comes in', () => {
  const found = read(
    `openapi: 3.0.1\ninfo: {title: One, version: '1'}\npaths:\n  /a:\n    get:\n      summary: note: this is wrong\n      responses: {}\n  /b:\n    get: {summary: Right, responses: {}}\n`,
  );
  expect(found.warnings[0]).toMatchObject({ code: 'syntax', line: 6 });
  expect(found.operations.map(({ key }) => key)).toContain('GET /b');
});

test('circular schemas and chains of allOf are kept as references', () => {
  const chain = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [
      `C${at}`,
      { allOf: [{ $ref: `#/components/schemas/C${at + 1}` }] },
    ]),
  );
  const schemas = {
    ...chain,
    C300: { type: 'object', properties: { self: { $ref: '#/components/schemas/C0' } } },
    Loop: { $ref: '#/components/schemas/Loop' },
  };
  const schema = {
    anyOf: [{ $ref: '#/components/schemas/C0' }, { $ref: '#/components/schemas/Loop' }],
  };
  const body = { content: { 'application/json': { schema } } };
  const found = read(
    openapi({ '/a': { post: { requestBody: body, ...ok } } }, { components: { schemas } }),
  );
  expect(found.schemas).toHaveLength(302);
  expect(codes(found)).toEqual([]);
});

test('external and missing references are left out with a warning, and never fetched', () => {
  const schema = (ref: string) => ({ content: { 'application/json': { schema: { $ref: ref } } } });
  const found = read(
    openapi({
      '/a': { post: { requestBody: schema('https://a.invalid/x.json#/A'), ...ok } },
      '/b': { post: { requestBody: schema('../other.yaml'), ...ok } },
      '/c': { post: { requestBody: schema('#/components/schemas/None'), ...ok } },
    }),
  );
  expect(codes(found)).toEqual(['external-ref', 'external-ref', 'missing-ref']);
  expect(partsOf(found)).toMatchObject({ body: { contents: [{ schema: {} }] } });
});

test('ids that are missing or twice, equal summaries and paths of any writing do no harm', () => {
  const same = { operationId: 'same', summary: 'Equal', ...ok };
  const found = read(
    openapi({
      '/作業/{名前}': { get: { summary: 'Equal', ...ok } },
      '/b': { get: same, delete: same },
      'no-slash': { get: ok },
      '/c': { get: 'text', 'x-more': {} },
    }),
  );
  expect(found.operations.map(({ key, operationId }) => [key, operationId])).toEqual([
    ['GET /作業/{名前}', null],
    ['GET /b', null],
    ['DELETE /b', null],
  ]);
  expect(codes(found)).toEqual([
    'undeclared-path-parameter',
    'same-id',
    'bad-operation',
    'bad-operation',
  ]);
  expect(partsOf(found)).toMatchObject({ parameters: [{ name: '名前', required: true }] });
});

test('of very many operations the first five thousand come in, with a warning', () => {
  const paths = Object.fromEntries(
    Array.from({ length: 5_100 }, (_, at) => [
      `/p${at}`,
      { get: { operationId: `o${at}`, ...ok } },
    ]),
  );
  const found = read(openapi(paths));
  expect(found.operations).toHaveLength(5_000);
  expect(codes(found)).toEqual(['too-many-operations']);
});

const bomb = `openapi: 3.1.0\na: &a [x, x, x, x, x, x, x, x, x]\n${'bcdefgh'
  .split('')
  .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefgh'[at]}`).join(', ')}]`)
  .join('\n')}\npaths: {}\n`;

test.each([
  ['an empty file', '', 'description-unreadable'],
  ['prose', 'Hello, this is no description.', 'description-unreadable'],
  ['another JSON', '{"name":"package"}', 'description-unknown'],
  ['OpenAPI without operations', openapi({}), 'description-unknown'],
  ['OpenAPI 4', { ...openapi({ '/a': { get: ok } }), openapi: '4.0.0' }, 'description-unknown'],
  ['too many levels', `${'['.repeat(5000)}${']'.repeat(5000)}`, 'description-too-complex'],
  ['a bomb of aliases', bomb, 'description-too-complex'],
  ['a list', '[1, 2]', 'description-unknown'],
  ['bytes', '\u0000\u0001\u0002', 'description-unreadable'],
])('files that are none are refused by name: %s', (_, file, code) => {
  expect(() => read(file)).toThrow(expect.objectContaining({ code }));
});

test('a change of a schema changes the operations that reach it, and no others', () => {
  const of = (type: string) =>
    read(
      openapi(
        {
          '/a': {
            post: {
              requestBody: {
                content: { 'application/json': { schema: { $ref: '#/components/schemas/A' } } },
              },
              ...ok,
            },
          },
          '/b': { get: ok },
        },
        {
          components: {
            schemas: { A: { items: { $ref: '#/components/schemas/B' } }, B: { type } },
          },
        },
      ),
    ).operations.map(({ hash }) => hash);
  const [before, after] = [of('string'), of('number')];
  expect(after[0]).not.toBe(before[0]);
  expect(after[1]).toBe(before[1]);
});

test('examples of an operation are left out where they are too much together', () => {
  const example = 'e'.repeat(150_000);
  const parameters = Array.from({ length: 30 }, (_, at) => ({
    ...{ in: 'query', name: `p${at}`, example, schema: { type: 'string' } },
  }));
  const found = read(openapi({ '/a': { get: { parameters, ...ok } }, '/b': { get: ok } }));
  expect(found.operations.map(({ key }) => key)).toEqual(['GET /a', 'GET /b']);
  expect(found.operations[0]?.detail.length).toBeLessThan(100_000);
  const { parameters: kept } = partsOf(found) as { parameters: object[] };
  expect(kept).toHaveLength(30);
});

test('an operation that is too large even without examples is left out', () => {
  const description = 'd'.repeat(20_000);
  const parameters = Array.from({ length: 450 }, (_, at) => ({
    ...{ in: 'query', name: `p${at}`, description, schema: { type: 'string' } },
  }));
  const found = read(openapi({ '/a': { get: { parameters, ...ok } }, '/b': { get: ok } }));
  expect(found.operations.map(({ key }) => key)).toEqual(['GET /b']);
  expect(codes(found)).toContain('bad-operation');
});

test('one parameter that everything refers to cannot fill the disk', () => {
  const shared = { in: 'query', name: 'p', description: 'd'.repeat(20_000), schema: {} };
  const components = {
    parameters: Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`P${at}`, { ...shared, name: `p${at}` }]),
    ),
  };
  const parameters = Array.from({ length: 100 }, (_, at) => ({
    $ref: `#/components/parameters/P${at}`,
  }));
  const paths = Object.fromEntries(
    Array.from({ length: 100 }, (_, at) => [`/a${at}`, { get: { parameters, ...ok } }]),
  );
  expect(() => read(openapi(paths, { components }))).toThrow(
    expect.objectContaining({ code: 'description-too-complex' }),
  );
});
