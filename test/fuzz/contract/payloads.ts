import fc from 'fast-check';
import type * as z from 'zod';
import type { Pool } from './pool.ts';

/** What makes a text of a field meaningful, so that a call comes past its first check. */
const meant: Readonly<Record<string, readonly string[]>> = {
  from: ['2026-01-01', '2026-01-01T00:00:00.000Z', '2026-11-22'],
  to: ['2026-12-31', '2026-12-31T00:00:00.000Z', '2026-11-22'],
  before: ['2026-12-31T00:00:00.000Z'],
  createdAt: ['2026-01-01T00:00:00.000Z'],
  redirectUrls: ['http://127.0.0.1/*', 'https://app.example/callback'],
  address: ['http://127.0.0.1:9'],
  webApiUrl: ['http://127.0.0.1:9', 'http://localhost:9/api'],
  genaiUrl: ['http://127.0.0.1:9'],
  authUrl: ['http://127.0.0.1:9/auth'],
  url: ['http://127.0.0.1:9/', 'mailto:a@example.org'],
  model: ['fake'],
  models: ['fake'],
  text: ['hello', 'http://127.0.0.1:9'],
  tools: ['calculator'],
  key: ['sk-0123456789abcdef'],
};

interface Place {
  readonly domain: string;
  readonly field: string;
  readonly pool: Pool;
}

/** Values of a schema of the contract, as far as its shape goes; its finer rules may refuse them. */
export function valuesOf(schema: z.ZodType, place: Place): fc.Arbitrary<unknown> {
  const { def } = (schema as unknown as { _zod: { def: Definition } })._zod;
  switch (def.type) {
    case 'void':
      return fc.constant(undefined);
    case 'string':
      return texts(schema as z.ZodString, place);
    case 'number':
      return numbers(schema as z.ZodNumber);
    case 'boolean':
      return fc.boolean();
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries));
    case 'literal':
      return fc.constantFrom(...def.values);
    case 'custom':
      return bytes;
    case 'array':
      return fc.array(valuesOf(def.element, place), { maxLength: 4 });
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }), {
        maxKeys: 4,
      });
    case 'lazy':
      return fc.jsonValue({ maxDepth: 3 });
    case 'optional':
    case 'default':
      return fc.option(valuesOf(def.innerType, place), { nil: undefined, freq: 2 });
    case 'nullable':
      return fc.option(valuesOf(def.innerType, place), { nil: null, freq: 2 });
    case 'union':
      return fc.oneof(...def.options.map((one) => valuesOf(one, place)));
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape).map(([field, part]) => [
            field,
            valuesOf(part, { ...place, field }),
          ]),
        ),
      );
    default:
      throw new Error(
        `the contract has a kind of schema that is not made up here: ${JSON.stringify(def)}`,
      );
  }
}

type Definition =
  | { type: 'void' | 'string' | 'number' | 'boolean' | 'custom' | 'record' | 'lazy' }
  | { type: 'enum'; entries: Record<string, string> }
  | { type: 'literal'; values: unknown[] }
  | { type: 'array'; element: z.ZodType }
  | { type: 'optional' | 'default' | 'nullable'; innerType: z.ZodType }
  | { type: 'union'; options: z.ZodType[] }
  | { type: 'object'; shape: Record<string, z.ZodType> };

function texts(schema: z.ZodString, { domain, field, pool }: Place): fc.Arbitrary<unknown> {
  const longest = Math.min(schema.maxLength ?? 40, 40);
  const any = fc.string({ unit: 'grapheme', maxLength: longest });
  const known = meant[field];
  if (known !== undefined) {
    return fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...known) }, any);
  }
  const found = fc.nat().map((random) => pool.pick(domain, field, random) ?? `id ${random}`);
  const isId =
    /id$|^ids$|hash|file|readId|attempt|from|leafId|passphrase|current|confirmation/i.test(field);
  return fc.oneof(
    { weight: isId ? 6 : 1, arbitrary: found },
    {
      weight: 1,
      arbitrary: fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), size: '=' }),
    },
    { weight: isId ? 1 : 4, arbitrary: any },
  );
}

function numbers(schema: z.ZodNumber): fc.Arbitrary<number> {
  const min = Math.max(schema.minValue ?? -10, -1e6);
  const max = Math.min(schema.maxValue ?? 2_000, 1e6);
  const whole = fc.integer({ min: Math.ceil(min), max: Math.max(Math.ceil(min), Math.floor(max)) });
  const near = fc.constantFrom(...[0, 1, 2].filter((one) => one >= min && one <= max), max);
  return schema.format === null
    ? fc.oneof(whole, near, fc.double({ min, max, noNaN: true }))
    : fc.oneof(whole, near);
}

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  fc.jsonValue({ maxDepth: 4 }).map((value) => new TextEncoder().encode(JSON.stringify(value))),
  fc.constantFrom(
    ...['{"version":1,"prompts":[]}', '{"conversations":[]}', '[', '0'].map((text) =>
      new TextEncoder().encode(text),
    ),
  ),
);

/** The value with one part of it replaced by, or a field added for, what a stranger made. */
export function spoilt(
  values: fc.Arbitrary<unknown>,
  hostile: fc.Arbitrary<() => unknown>,
): fc.Arbitrary<unknown> {
  return fc
    .tuple(values, hostile, fc.nat(), fc.constantFrom('replace', 'replace', 'add', 'remove'))
    .map(([value, make, where, way]) => {
      const copy: unknown = structuredClone(value);
      const places = placesIn(copy);
      const place = places[where % Math.max(1, places.length)];
      if (place === undefined) return make();
      if (way === 'add') set(place.of, where % 2 === 0 ? '__proto__' : 'extra', make());
      else if (way === 'remove') Reflect.deleteProperty(place.of, place.key);
      else set(place.of, place.key, make());
      return copy;
    });
}

/** Not by assignment: the field may be called `__proto__`. */
function set(of: object, key: string, value: unknown): void {
  Object.defineProperty(of, key, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(value: unknown): { readonly of: object; readonly key: string }[] {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([key, part]) => [{ of: value, key }, ...placesIn(part)]);
}
