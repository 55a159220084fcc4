import * as z from 'zod';
import { id, json } from '../shapes.ts';

const count = z.number().int().nonnegative();
export const effect = z.enum(['reads', 'changes']);
/** Method in capitals, a blank, the path as in the description: unique in a description. */
export const operationKey = z.string().min(1).max(4000);
export const place = z.enum(['path', 'query', 'header', 'cookie']);

/** Something in a description that does not follow its rules, or is left out. `line`: from 1; null: not known. */
export const descriptionWarning = z.object({
  code: z.enum([
    'syntax',
    'duplicate-key',
    'external-ref',
    'missing-ref',
    'bad-operation',
    'bad-parameter',
    'same-id',
    'too-many-operations',
    'too-deep',
    'undeclared-path-parameter',
    'standard',
    /** It was not compared with the standard: the file is too large, or that took too long or failed. */
    'unchecked-size',
    'unchecked',
  ]),
  line: count.nullable(),
  /** What it is about: a name, an address, or the words of the reader. */
  about: z.string().max(500),
});
export type DescriptionWarning = z.infer<typeof descriptionWarning>;

export const description = z.object({
  id,
  title: z.string(),
  /** Of the API. */
  version: z.string(),
  /** `OpenAPI 3.0.2`, as the file says. */
  format: z.string(),
  importedAt: z.number(),
  /** Where it came from: the file's name or the address. */
  source: z.string(),
  operations: count,
  warnings: z.array(descriptionWarning),
  /** Further warnings, left out. */
  moreWarnings: count,
  /** Address to which requests go unless they name another server. */
  server: z.string(),
});
export type Description = z.infer<typeof description>;

export const operation = z.object({
  key: operationKey,
  /** Of the description; null: none, or not the only one of this name. */
  operationId: z.string().nullable(),
  method: z.string(),
  path: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  deprecated: z.boolean(),
  effect,
  /** Who says so. `family`: the app knows this API; `method`: nothing but the method does. */
  effectBy: z.enum(['user', 'family', 'method']),
});
export type Operation = z.infer<typeof operation>;

/** A schema of OpenAPI 3.1. `$ref` is a key of `schemas`. */
const schema = json;

export const operationDetail = operation.extend({
  description: z.string(),
  note: z.string(),
  parameters: z.array(
    z.object({
      in: place,
      name: z.string(),
      required: z.boolean(),
      deprecated: z.boolean(),
      description: z.string(),
      schema,
      example: json.optional(),
    }),
  ),
  body: z
    .object({
      required: z.boolean(),
      description: z.string(),
      contents: z.array(z.object({ type: z.string(), schema, example: json.optional() })),
    })
    .nullable(),
  answers: z.array(
    z.object({
      /** `200`, `4XX`, `default`. */
      status: z.string(),
      description: z.string(),
      contents: z.array(z.object({ type: z.string(), schema })),
    }),
  ),
  /** Absolute; the first is the default. */
  servers: z.array(z.object({ url: z.string(), description: z.string() })),
  /** What it may be called with, in words of the description: names of its security schemes. */
  security: z.array(z.object({ name: z.string(), type: z.string(), description: z.string() })),
  /** Every schema that is referred to from here, by its `$ref`. */
  schemas: z.record(z.string(), schema),
  /** Some schemas are left out: there are too many. */
  cut: z.boolean(),
});
export type OperationDetail = z.infer<typeof operationDetail>;

export const difference = z.object({
  added: z.array(operationKey),
  removed: z.array(operationKey),
  changed: z.array(operationKey),
});
