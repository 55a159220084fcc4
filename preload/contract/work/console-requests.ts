import * as z from 'zod';
import { id, json, problem, title } from '../shapes.ts';
import { effect, operation, operationKey, place } from './console-descriptions.ts';
import { largestBodyText } from './console-limits.ts';

const count = z.number().int().nonnegative();

/** A value of a header, query or form field; strings may hold `{{variables}}`. */
const field = z.object({ name: z.string().max(1000), value: z.string().max(100_000) });
/** The file of `hold`. */
export const heldFile = z.object({
  id,
  name: z.string().max(1000),
  type: z.string().max(200),
  size: count,
});

const requestBody = z.discriminatedUnion('kind', [
  /** JSON or any other text. */
  z.object({
    kind: z.literal('text'),
    type: z.string().max(200),
    text: z.string().max(largestBodyText),
  }),
  z.object({ kind: z.literal('urlencoded'), fields: z.array(field).max(1000) }),
  z.object({
    kind: z.literal('multipart'),
    fields: z
      .array(
        z.union([
          field,
          z.object({ name: z.string().max(1000), file: heldFile }),
          /** A part of another type than plain text: JSON of an object. */
          field.extend({ type: z.string().max(200) }),
        ]),
      )
      .max(1000),
  }),
  z.object({ kind: z.literal('file'), file: heldFile }),
]);

/** A request as the user writes it; strings may hold `{{variables}}`. */
export const consoleRequest = z.object({
  /** The operation it is of; null: a request of the user's own. */
  descriptionId: id.nullable(),
  operation: operationKey.nullable(),
  method: z.string().regex(/^[A-Z]{1,20}$/),
  /** Null: the description's server. */
  server: z.string().max(2000).nullable(),
  /** Below the server; `{name}` stands for a parameter of the path. */
  path: z.string().max(8000),
  /**
   * Values by parameter, as JSON; main writes them as the description demands (style, explode, content). Those not
   * listed are not sent.
   */
  parameters: z.array(z.object({ in: place, name: z.string().max(1000), value: json })).max(1000),
  /** Beside those of the operation. */
  headers: z.array(field).max(200),
  body: requestBody.nullable(),
});
export type ConsoleRequest = z.infer<typeof consoleRequest>;

/** A request exactly as it will be sent. Secrets are dots; control characters of texts are kept. */
export const exactRequest = z.object({
  method: z.string(),
  /** Absolute. */
  url: z.string(),
  origin: z.string(),
  /** It goes to another origin than the system's Web API, without certificate and token. */
  elsewhere: z.boolean(),
  /** The user allowed that origin. */
  allowed: z.boolean(),
  headers: z.array(z.object({ name: z.string(), value: z.string(), secret: z.boolean() })),
  /** Text of the body, with files as `<file NAME, N bytes>`; null: none. */
  body: z.string().nullable(),
  /** Bytes of the body. */
  bodySize: count,
  /** What goes along. */
  certificate: z.boolean(),
  token: z.boolean(),
  effect,
  effectBy: operation.shape.effectBy,
  /** Variables that were put in; null: a secret. */
  variables: z.array(z.object({ name: z.string(), value: z.string().nullable() })),
  /** Names of variables that the system does not have: it cannot be sent. */
  unknownVariables: z.array(z.string()),
  /** Required parameters without a value: it cannot be sent if one is in the path. */
  missing: z.array(z.object({ in: place, name: z.string() })),
  /** SHA-256 over everything of it, secrets and files too. `send` takes what the user confirmed. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ExactRequest = z.infer<typeof exactRequest>;

export const historyEntry = z.object({
  /** That of its exchange. */
  id,
  at: z.number(),
  method: z.string(),
  /** Without secrets. */
  url: z.string(),
  /** Null: no answer. */
  status: count.nullable(),
  durationMs: z.number().nullable(),
  problem: problem.nullable(),
  /** Bytes of the answer. */
  size: count.nullable(),
  pinned: z.boolean(),
  /** As the user wrote it; secrets typed into it are left out, as are files. */
  request: consoleRequest,
});
export type HistoryEntry = z.infer<typeof historyEntry>;

export const savedRequest = z.object({
  id,
  name: title,
  note: z.string().max(10_000),
  request: consoleRequest,
  savedAt: z.number(),
});
export type SavedRequest = z.infer<typeof savedRequest>;
