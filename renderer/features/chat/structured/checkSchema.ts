import { type Schema, Validator } from '@cfworker/json-schema';
import { parseJson } from '../../../../common/texts/json.ts';

const schema = { $ref: '#' } as const;
const schemas = { type: 'object', additionalProperties: schema } as const;
const count = { type: 'integer', minimum: 0 } as const;
const names = { type: 'array', items: { type: 'string' } } as const;
const types = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'] as const;
const list = { type: 'array', items: schema, minItems: 1 } as const;

/** JSON Schema's rules for its own keywords (drafts 4 to 2020-12 together); unknown keywords are ignored. */
const wordsOfSchemas: Schema = {
  type: ['object', 'boolean'],
  properties: {
    type: {
      anyOf: [
        { enum: [...types] },
        { type: 'array', items: { enum: [...types] }, minItems: 1, uniqueItems: true },
      ],
    },
    properties: schemas,
    patternProperties: schemas,
    dependentSchemas: schemas,
    $defs: schemas,
    definitions: schemas,
    required: names,
    enum: { type: 'array' },
    items: { anyOf: [schema, { type: 'array', items: schema }] },
    prefixItems: list,
    allOf: list,
    anyOf: list,
    oneOf: list,
    ...Object.fromEntries(
      ['not', 'if', 'then', 'else', 'contains', 'additionalProperties', 'propertyNames'].map(
        (word) => [word, schema],
      ),
    ),
    ...Object.fromEntries(
      ['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map(
        (word) => [word, count],
      ),
    ),
    minimum: { type: 'number' },
    maximum: { type: 'number' },
    multipleOf: { type: 'number', exclusiveMinimum: 0 },
    pattern: { type: 'string', format: 'regex' },
    format: { type: 'string' },
    $ref: { type: 'string' },
    title: { type: 'string' },
    description: { type: 'string' },
  },
};

/**
 * Returns the JSON pointer of an invalid part of a schema, `/` for the root; null if it seems valid.
 * @param text without any fault of `schemaFault`
 */
export function invalidPlace(text: string): string | null {
  const { errors } = new Validator(wordsOfSchemas, '2020-12', false).validate(parseJson(text));
  // the deepest: errors above only report errors below
  const places = errors.map(({ instanceLocation }) => instanceLocation.slice(1));
  const deepest = places.reduce((one, other) => (depth(other) > depth(one) ? other : one), '');
  if (errors.length > 0) return deepest || '/';
  return null;
}

const depth = (pointer: string): number => pointer.split('/').length;
