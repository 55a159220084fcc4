import { expect, test } from 'vitest';
import { readDescription } from '../../../../main/work/console/description/read.ts';
import { info, keys, ok, openapi, outcome, parts, posting, read } from './odd.ts';

const manyRefs = (ref: unknown) => openapi({ '/a': posting({ $ref: ref }) });

test.each<[string, unknown, readonly string[] | string]>([
  [
    'path items that refer to each other',
    openapi({ '/a': { $ref: '#/paths/~1b' }, '/b': { $ref: '#/paths/~1a' }, '/c': { get: ok } }),
    ['GET /c', 'missing-ref', 'bad-operation'],
  ],
  [
    'a path item of the components',
    openapi(
      { '/a': { $ref: '#/components/pathItems/A' } },
      { components: { pathItems: { A: { get: ok } } } },
    ),
    ['GET /a'],
  ],
  [
    'parameters that refer to each other',
    openapi(
      { '/a': { get: { parameters: [{ $ref: '#/components/parameters/A' }], ...ok } } },
      {
        components: {
          parameters: {
            A: { $ref: '#/components/parameters/B' },
            B: { $ref: '#/components/parameters/A' },
          },
        },
      },
    ),
    ['GET /a', 'missing-ref', 'bad-parameter'],
  ],
  ['a reference to nothing', manyRefs('#/components/schemas/None'), ['POST /a', 'missing-ref']],
  ['a reference to a word', manyRefs('None'), ['POST /a', 'external-ref']],
  ['a reference of bad escapes', manyRefs('#/%E0%A4%A'), ['POST /a', 'external-ref']],
  ['a reference to the whole', manyRefs('#'), ['POST /a']],
  ['a reference that is a number', manyRefs(7), ['POST /a']],
  ['an empty reference', manyRefs(''), ['POST /a', 'external-ref']],
  ['schemas that are null', openapi({ '/a': posting(null) }), ['POST /a']],
  [
    'null in schemas',
    openapi({
      '/a': posting({ type: 'object', properties: { b: null }, items: null, allOf: null }),
    }),
    ['POST /a'],
  ],
  [
    'a path without slash',
    openapi({ a: { get: ok }, '/b': { get: ok } }),
    ['GET /b', 'bad-operation'],
  ],
  ['no path but one without slash', openapi({ a: { get: ok } }), 'description-unknown'],
  [
    'a path that is too long',
    openapi({ [`/${'a'.repeat(3000)}`]: { get: ok } }),
    'description-unknown',
  ],
  ['the empty path', openapi({ '': { get: ok }, '/': { get: ok } }), ['GET /', 'bad-operation']],
  ['paths that are a list', openapi([{ get: ok }]), 'description-unknown'],
  [
    'webhooks alone',
    { openapi: '3.1.0', info, webhooks: { a: { post: ok } } },
    'description-unknown',
  ],
  ['nothing of the head', { openapi: '3.0.0', paths: { '/a': { get: {} } } }, ['GET /a']],
  [
    'braces that do not match',
    openapi({ '/a/{b': { get: ok }, '/a/{}': { get: ok }, '/{a}{b}': { get: ok } }),
    ['GET /a/{b', 'GET /a/{}', 'GET /{a}{b}', 'undeclared-path-parameter'],
  ],
  [
    'a query in the path',
    openapi({ '/a?x={y}#z': { get: ok } }),
    ['GET /a?x={y}#z', 'undeclared-path-parameter'],
  ],
  [
    '3.2 with query and methods of its own',
    {
      ...openapi({ '/a': { query: ok, additionalOperations: { COPY: ok, 'B D': ok } } }),
      openapi: '3.2.0',
    },
    ['QUERY /a', 'COPY /a'],
  ],
  ['a version that is a number', `openapi: 3.1\ninfo: {}\npaths: {/a: {get: {}}}`, ['GET /a']],
  ['Swagger by number', `swagger: 2.0\ninfo: {}\npaths: {/a: {get: {}}}`, ['GET /a']],
  ['Swagger 1.2', { swagger: '1.2', info, paths: { '/a': { get: ok } } }, 'description-unknown'],
  ['JSON with a comma too many', `{"openapi":"3.1.0","paths":{"/a":{"get":{},}}}`, ['GET /a']],
  ['JSON that ends too early', `{"openapi":"3.1.0","paths":{"/a":{"get":{}`, ['GET /a', 'syntax']],
  [
    'JSON with a key twice',
    `{"openapi":"3.1.0","paths":{"/a":{"get":{}},"/a":{"put":{}}}}`,
    ['PUT /a'],
  ],
  [
    'a key twice in YAML',
    `openapi: 3.1.0\npaths:\n  /a: {get: {}}\n  /a: {put: {}}\n`,
    ['PUT /a', 'duplicate-key'],
  ],
  ['tabs in YAML', `openapi: 3.1.0\npaths:\n\t/a: {get: {}}\n`, 'description-unreadable'],
  [
    'two documents in one file',
    `openapi: 3.1.0\npaths: {/a: {get: {}}}\n---\nb: 1\n`,
    ['GET /a', 'syntax'],
  ],
  [
    'tags of YAML that nobody knows',
    `openapi: 3.1.0\npaths: {/a: {get: !x {summary: !!binary aGk=}}}`,
    ['GET /a', 'syntax'],
  ],
  [
    'an anchor within itself',
    `openapi: 3.1.0\npaths: {/a: {get: {}}}\nx-a: &a {b: *a}\n`,
    'description-too-complex',
  ],
  ['a bomb of merges', bombOfMerges(), 'description-too-complex'],
  [
    'infinity and dates',
    `openapi: 3.1.0\npaths: {/a: {get: {x-a: .inf, x-b: .nan, x-c: 2001-01-01, x-d: 1e999}}}`,
    ['GET /a'],
  ],
  [
    'half characters',
    `{"openapi":"3.1.0","paths":{"/a\\ud800":{"get":{"summary":"\\udfff"}}}}`,
    ['GET /a\ud800'],
  ],
])('%s', (_, value, expected) => {
  expect(outcome(value)).toEqual(expected);
});

function bombOfMerges(): string {
  const level = (at: number) =>
    `x-${at}: &m${at}\n${Array.from({ length: 10 }, (__, one) => `  k${one}: {<<: *m${at - 1}}`).join('\n')}`;
  return `openapi: 3.1.0\npaths: {/a: {get: {}}}\nx-0: &m0 {a: 1, b: 2}\n${Array.from({ length: 9 }, (__, at) => level(at + 1)).join('\n')}\n`;
}

test('anchors, aliases and merge keys of YAML are what they stand for', () => {
  const found = read(`openapi: 3.0.3
info: {title: T, version: 1}
x-answers: &answers
  200: {description: fine}
x-limit: &limit {in: query, name: limit, schema: {type: integer}}
paths:
  /a: &item
    get: {summary: One, parameters: [*limit], responses: *answers}
  /b:
    <<: *item
    put: {responses: *answers}
`);
  expect(keys(found)).toEqual(['GET /a', 'GET /b', 'PUT /b']);
  expect(parts(found, 1)).toMatchObject({
    parameters: [{ in: 'query', name: 'limit', schema: { type: 'integer' } }],
    answers: [{ status: '200', description: 'fine' }],
  });
});

test('names that objects have by themselves are names like others', () => {
  const own = `{"__proto__":{"type":"string"},"constructor":{"type":"number"}}`;
  const found = read(`{"openapi":"3.1.0","info":{},
    "paths":{"/__proto__":{"get":{"parameters":[{"in":"query","name":"__proto__","schema":{"$ref":"#/components/schemas/__proto__"}}]}},
      "/constructor":{"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":${own}}}}}}},
      "/toString":{"$ref":"#/paths/toString"}},
    "components":{"schemas":${own}}}`);
  expect(keys(found)).toEqual(['GET /__proto__', 'POST /constructor']);
  expect(found.schemas).toEqual([['#/components/schemas/__proto__', '{"type":"string"}']]);
  expect(found.operations[1]?.detail).toContain('"__proto__":{"type":"string"}');
  expect(({} as Record<string, unknown>).type).toBeUndefined();
});

test('paths of any writing stay as they are', () => {
  const written = ['/作業/{名前}', '/é', '/e\u0301', '/😀/a b', '/%7Ba%7D', '/\u202eabc', '/a//b/'];
  const found = read(openapi(Object.fromEntries(written.map((path) => [path, { get: ok }]))));
  expect(found.operations.map(({ path }) => path)).toEqual(written);
});

test('Swagger 2.0: forms, files, bodies and lists in one string', () => {
  const found = read({
    ...{ swagger: '2.0', info, host: 'a.example', basePath: '/v1', schemes: ['https'] },
    paths: {
      '/form': {
        post: {
          consumes: ['application/x-www-form-urlencoded'],
          parameters: [
            { in: 'formData', name: 'a', type: 'integer', required: true },
            { in: 'formData', name: 'b', type: 'array', items: { type: 'string' } },
            { in: 'query', name: 'c', type: 'array', items: {}, collectionFormat: 'csv' },
          ],
        },
      },
      '/both': {
        post: {
          parameters: [
            { in: 'body', name: 'body', schema: { $ref: '#/definitions/A' } },
            { in: 'formData', name: 'f', type: 'file' },
          ],
        },
      },
    },
    definitions: { A: { type: 'object' } },
  });
  expect(keys(found)).toEqual(['POST /form', 'POST /both']);
  expect(parts(found)).toMatchObject({
    parameters: [{ in: 'query', name: 'c' }],
    body: {
      contents: [
        {
          type: 'application/x-www-form-urlencoded',
          schema: { required: ['a'], properties: { a: {}, b: {} } },
        },
      ],
    },
    servers: [{ url: 'https://a.example/v1' }],
  });
  expect(parts(found, 1).body?.contents.length).toBeGreaterThan(0);
});

test('UTF-16, with and without a mark, and a mark of UTF-8', () => {
  const text = JSON.stringify(openapi({ '/鍵': { get: ok } }));
  const little = Buffer.from(`\ufeff${text}`, 'utf16le');
  for (const file of [little, Buffer.from(little).swap16(), Buffer.from(`\ufeff${text}`)]) {
    expect(keys(readDescription(file))).toEqual(['GET /鍵']);
  }
});
