import { describe, expect, test } from 'vitest';
import { keys, ok, openapi, outcome, parts, posting, read } from './odd.ts';

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
