import { describe, expect, test } from 'vitest';
import type { OperationParts } from '../../../../main/work/console/description/parts.ts';
import { readDescription } from '../../../../main/work/console/description/read.ts';
import type { ReadDescription } from '../../../../main/work/console/description/types.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import { descriptionWarning } from '../../../../preload/contract/work/console-descriptions.ts';

const info = { title: 'T', version: '1' };
const ok = { responses: { '200': { description: 'fine' } } };
const openapi = (paths: unknown, more: object = {}) => ({ openapi: '3.1.0', info, paths, ...more });
const json = (schema: unknown) => ({ content: { 'application/json': { schema } } });
const posting = (schema: unknown) => ({ post: { requestBody: json(schema), ...ok } });
const bytesOf = (value: unknown): Buffer =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value));

function read(value: unknown): ReadDescription {
  const found = readDescription(bytesOf(value));
  for (const warning of found.warnings) descriptionWarning.parse(warning);
  return found;
}
const keys = ({ operations }: ReadDescription): string[] => operations.map(({ key }) => key);
const codes = ({ warnings }: ReadDescription): string[] => [
  ...new Set(warnings.map(({ code }) => code)),
];
const parts = (found: ReadDescription, at = 0): OperationParts =>
  JSON.parse(found.operations[at]?.detail ?? '{}') as OperationParts;
/** Its keys and codes of warnings, or the name of the refusal. */
function outcome(value: unknown): readonly string[] | string {
  try {
    const found = read(value);
    return [...keys(found), ...codes(found)];
  } catch (cause) {
    if (cause instanceof AppError) return cause.code;
    throw cause;
  }
}

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

describe('very much of it', () => {
  test('two thousand operations of one summary and no ids', () => {
    const paths = Object.fromEntries(
      Array.from({ length: 1000 }, (_, at) => [
        `/p/${at}/{id}`,
        { get: { summary: 'Equal', ...ok }, put: { summary: 'Equal', ...posting({}).post } },
      ]),
    );
    const found = read(openapi(paths));
    expect(new Set(keys(found)).size).toBe(2000);
    expect(found.warnings).toHaveLength(200);
    expect(found.moreWarnings).toBe(1800);
  });

  test('a chain of five thousand allOf, and one schema that refers to itself everywhere', () => {
    const to = (at: number) => ({ $ref: `#/components/schemas/C${at}` });
    const chain = Array.from({ length: 5000 }, (_, at) => [`C${at}`, { allOf: [to(at + 1)] }]);
    const self = { properties: { a: to(5000) }, items: to(5000), not: to(5000), anyOf: [to(5000)] };
    const schemas = { ...Object.fromEntries(chain), C5000: self };
    const found = read(openapi({ '/a': posting(to(0)) }, { components: { schemas } }));
    expect(found.schemas).toHaveLength(5001);
    expect(found.warnings).toEqual([]);
  });

  test('twenty megabytes', () => {
    const description = 'd'.repeat(9_000);
    const paths = Object.fromEntries(
      Array.from({ length: 2_300 }, (_, at) => [`/p${at}`, { get: { description, ...ok } }]),
    );
    const text = JSON.stringify(openapi(paths));
    expect(text.length).toBeGreaterThan(20_000_000);
    expect(read(text).operations).toHaveLength(2_300);
  });

  test('a thousand parameters: the first five hundred', () => {
    const parameters = Array.from({ length: 1000 }, (_, at) => ({ in: 'query', name: `p${at}` }));
    expect(parts(read(openapi({ '/a': { get: { parameters, ...ok } } }))).parameters).toHaveLength(
      500,
    );
  });
});

/** Every place of a value, as the way to it. */
function* places(value: unknown, way: readonly string[] = []): Generator<readonly string[]> {
  yield way;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) yield* places(part, [...way, name]);
}
function replaced(value: unknown, [step, ...way]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other;
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[step] = replaced(copy[step], way, other);
  return copy;
}

test.each(['3.0.3', '3.1.0', '3.2.0', '2.0'])(
  'a wrong type anywhere harms nothing else: %s',
  (version) => {
    const isOld = version === '2.0';
    const head = isOld ? { swagger: '2.0' } : { openapi: version };
    const kept = isOld ? { definitions: { A: { type: 'object' } } } : {};
    const whole = {
      ...{ ...head, ...kept, info: { title: 'T', version: '1' }, tags: [{ name: 'a' }] },
      servers: [{ url: 'https://{a}/v1', description: 'd', variables: { a: { default: 'b' } } }],
      security: [{ key: [] }],
      paths: {
        '/kept': { get: { summary: 'kept' } },
        '/a/{b}': {
          parameters: [{ in: 'path', name: 'b', required: true, schema: { type: 'string' } }],
          post: {
            ...{ operationId: 'a', tags: ['t'], summary: 's', description: 'd', deprecated: true },
            parameters: [
              {
                in: 'query',
                name: 'q',
                schema: { enum: [1, 2] },
                examples: { a: { value: 1 } },
                style: 'form',
                explode: true,
              },
              ...(isOld
                ? [{ in: 'formData', name: 'f', type: 'file' }]
                : [{ $ref: '#/components/parameters/P' }]),
            ],
            requestBody: {
              required: true,
              content: {
                'application/json': { schema: { $ref: '#/components/schemas/A' }, example: {} },
              },
            },
            responses: { 200: { description: 'fine', content: { 'text/plain': { schema: {} } } } },
            servers: [{ url: '/v2' }],
          },
        },
      },
      components: {
        parameters: { P: { in: 'header', name: 'x-p', content: { 'a/b': { schema: {} } } } },
        schemas: {
          A: {
            type: 'object',
            required: ['n'],
            properties: { n: { type: ['string', 'null'] } },
            allOf: [{ $ref: '#/components/schemas/A' }],
          },
        },
        securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'k' } },
      },
    };
    const wrong = [
      null,
      true,
      0,
      -1e9,
      'text',
      '',
      [],
      [null],
      {},
      { $ref: 5 },
      { $ref: '#/paths' },
    ];
    let tried = 0;
    for (const way of places(whole)) {
      for (const other of wrong) {
        tried += 1;
        const found = outcome(replaced(whole, way, other));
        const isAround = way.length < 2 || way.slice(0, 2).join() === 'paths,/kept';
        if (!isAround)
          expect(found, `${way.join('.')} = ${JSON.stringify(other)}`).toContain('GET /kept');
      }
    }
    expect(tried).toBeGreaterThan(500);
  },
);

test('a warning has the line of what it is about, in JSON and in YAML', () => {
  const lines = (text: string) => read(text).warnings.map(({ code, line }) => [code, line]);
  const value = openapi({ '/a': { get: ok }, '/b/{c}': { get: 5, put: ok } });
  expect(lines(JSON.stringify(value, null, 2).replaceAll('\n', '\r\n'))).toEqual([
    ['bad-operation', 18],
    ['undeclared-path-parameter', 19],
  ]);
  expect(lines('openapi: 3.1.0\npaths:\n  /b/{c}:\n    get: 5\n    put: {}\n')).toEqual([
    ['bad-operation', 4],
    ['undeclared-path-parameter', 5],
  ]);
});
