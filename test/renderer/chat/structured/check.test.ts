import { describe, expect, test } from 'vitest';
import { type SchemaFault, schemaFault } from '../../../../preload/contract/chat/answer-format.ts';
import { checkAnswer } from '../../../../renderer/features/chat/structured/checkAnswer.ts';
import { invalidPlace } from '../../../../renderer/features/chat/structured/checkSchema.ts';

const city = {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 2 },
    people: { $ref: '#/$defs/count' },
    'a/b~c': { enum: ['one', 2, null] },
    parts: { type: 'array', items: { anyOf: [{ type: 'string' }, { type: 'null' }] } },
  },
  required: ['city', 'people'],
  additionalProperties: false,
  $defs: { count: { type: 'integer', minimum: 0 } },
};

/** The problems as lines. */
function problems(schema: unknown, value: unknown): string[] {
  const checked = checkAnswer(JSON.stringify(schema), JSON.stringify(value));
  if (checked.kind !== 'checked') return [checked.kind];
  return checked.problems.map(
    ({ at, kind, keyword, wanted, found }) => `${at} ${kind} ${keyword} ${wanted} (${found})`,
  );
}

describe('an answer and its schema', () => {
  test('one that fits has no problem', () => {
    expect(problems(city, { city: 'Kobe', people: 1_500_000, parts: ['x', null] })).toEqual([]);
  });

  test.each([
    [{ city: 'Kobe', people: '1' }, ['/people type type integer (string)']],
    [{ people: -1 }, [' required required city (object)', '/people limit minimum 0 (integer)']],
    [
      { city: 'K', people: 1, sea: true },
      ['/city limit minLength 2 (string)', '/sea extra false  (boolean)'],
    ],
    [{ city: 'Kobe', people: 1, 'a/b~c': 3 }, ['/a~1b~0c values enum one, 2, null (integer)']],
    [
      { city: 'Kobe', people: 1, parts: ['x', 7] },
      ['/parts/1 alternatives anyOf {"type":"string"}, {"type":"null"} (integer)'],
    ],
    [[], [' type type object (array)']],
  ])('%j has these problems: %j', (value, lines) => {
    expect(problems(city, value).sort()).toEqual(lines.sort());
  });

  test('hundreds of problems are told in part, and counted', () => {
    const answer = JSON.stringify(Array.from({ length: 300 }, () => 1));
    const schema = JSON.stringify({ type: 'array', items: { type: 'string' } });
    const checked = checkAnswer(schema, answer);
    expect(checked).toMatchObject({ kind: 'checked', more: 200 });
    expect(checked.kind === 'checked' && checked.problems).toHaveLength(100);
  });

  const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

  test.each([
    ['{}', 'Here it is: {}', 'not-json'],
    ['{}', '```python\n{}\n```', 'not-json'],
    ['{}', '```json\n{}\n```\nThat is it.', 'not-json'],
    ['{}', '```json\n{}\n```\n```json\n{}\n```', 'not-json'],
    ['{}', '```', 'not-json'],
    ['{}', '```json {}```', 'not-json'],
    ['{}', '{"a":', 'not-json'],
    ['{}', deep(100_000), 'too-deep'],
    ['{}', `"${'x'.repeat(5_000_000)}"`, 'too-long'],
    ['{"$ref":"#/$defs/none"}', '{}', 'bad-schema'],
    ['{"$ref":"#"}', '{}', 'bad-schema'],
    ['{"allOf":[{"$ref":"#"}]}', '{}', 'bad-schema'],
    ['{"type":"string","pattern":"("}', '"x"', 'bad-schema'],
    ['{"additionalProperties":false}', '{"\\ud800":1}', 'failed'],
  ])('schema %s and an answer that it cannot be held against', (schema, answer, kind) => {
    expect(checkAnswer(schema, answer).kind).toBe(kind);
  });

  test.each(['```json\n{"a":1}\n```', '\n```\n{"a":1}\n```\n', '```JSON\r\n{"a":1}\r\n```'])(
    '%j is read without its fence, and says so',
    (answer) => {
      expect(checkAnswer('{"required":["b"]}', answer)).toMatchObject({
        ...{ kind: 'checked', value: { a: 1 }, fenced: true },
        problems: [{ keyword: 'required' }],
      });
      expect(checkAnswer('{}', '{"a":1}')).toMatchObject({ value: { a: 1 }, fenced: false });
    },
  );

  test('a name that objects have from birth is a name like any other', () => {
    const schema = { type: 'object', required: ['constructor'], additionalProperties: false };
    expect(problems(schema, {})).toEqual([' required required constructor (object)']);
    expect(
      problems(
        { properties: { a: {} }, additionalProperties: false },
        JSON.parse('{"__proto__":1}'),
      ),
    ).toEqual(['/__proto__ extra false  (integer)']);
  });
});

describe('a schema as it is typed', () => {
  const deep = (levels: number): string => `${'{"items":'.repeat(levels)}{}${'}'.repeat(levels)}`;

  test.each<[string, string, SchemaFault | null]>([
    ['cut', '{', 'not-json'],
    ['a list', '[]', 'not-an-object'],
    ['a truth', 'true', 'not-an-object'],
    ['of 65 levels', deep(64), 'too-deep'],
    ['of absurd depth', deep(9_000), 'too-deep'],
    ['of absurd length and depth', deep(200_000), 'too-long'],
    ['of absurd length', `{"title":"${'x'.repeat(100_000)}"}`, 'too-long'],
    ['of 64 levels', deep(63), null],
    ['empty', '{}', null],
  ])('%s', (_, text, fault) => {
    expect(schemaFault(text)).toBe(fault);
  });

  test.each([
    [city, null],
    [{ type: 'strin' }, '/type'],
    [{ properties: { a: { required: 'b' } } }, '/properties/a/required'],
    [{ properties: [] }, '/properties'],
    [{ items: { pattern: '(' } }, '/items/pattern'],
    [{ anyOf: [] }, '/anyOf'],
    [{ minLength: -1 }, '/minLength'],
    [{ 'x-own': 1, format: 'date' }, null],
  ])('%j is wrong at %s', (schema, place) => {
    expect(invalidPlace(JSON.stringify(schema))).toBe(place);
  });
});
