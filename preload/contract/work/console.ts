import * as z from 'zod';
import { call, refetchedResource } from '../define.ts';
import { bytes, id, json, nothing, problem, savedFile, title } from '../shapes.ts';
import { largestBodyText, largestHeld, mostOperations } from './console-limits.ts';

const count = z.number().int().nonnegative();
const moment = z.number();
const ofSystem = z.object({ systemId: id });
const effect = z.enum(['reads', 'changes']);
/** Method in capitals, a blank, the path as in the description: unique in a description. */
const operationKey = z.string().min(1).max(4000);
const ofOperation = ofSystem.extend({ descriptionId: id, key: operationKey });
/** As `URL.origin` writes it. */
const origin = z.string().regex(/^https?:\/\/[^\s/?#@]{1,300}$/);
const place = z.enum(['path', 'query', 'header', 'cookie']);

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
  ]),
  line: count.nullable(),
  /** What it is about: a name, an address, or the words of the reader. */
  about: z.string().max(500),
});
export type DescriptionWarning = z.infer<typeof descriptionWarning>;

const description = z.object({
  id,
  title: z.string(),
  /** Of the API. */
  version: z.string(),
  /** `OpenAPI 3.0.2`, as the file says. */
  format: z.string(),
  importedAt: moment,
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

const operation = z.object({
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

/** A value of a header, query or form field; strings may hold `{{variables}}`. */
const field = z.object({ name: z.string().max(1000), value: z.string().max(100_000) });
/** The file of `hold`. */
const heldFile = z.object({
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

const answer = z.object({
  status: count,
  /** Its address, after redirects within the origin. */
  url: z.string(),
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  /** Type of the body without parameters, in small letters; empty: not said. */
  type: z.string(),
  /** `events`: lines of an event stream or of NDJSON, by `lines`. */
  kind: z.enum(['empty', 'json', 'text', 'image', 'events', 'binary']),
  /** Bytes that arrived. */
  size: count,
  /** All of it is kept; otherwise the beginning. */
  whole: z.boolean(),
  /** Lines so far. */
  lines: count,
  /** It is a redirect to another origin, which is not followed. */
  redirect: z.object({ to: z.string(), origin: z.string() }).nullable(),
});
export type ConsoleAnswer = z.infer<typeof answer>;

const exchange = z.object({
  id,
  systemId: id,
  state: z.enum(['sending', 'receiving', 'done', 'failed', 'cancelled']),
  startedAt: moment,
  /** Until its headers, and until its end, ms; null: not yet. */
  waitedMs: z.number().nullable(),
  durationMs: z.number().nullable(),
  /** Why it failed. */
  problem: problem.nullable(),
  answer: answer.nullable(),
});
export type Exchange = z.infer<typeof exchange>;

const historyEntry = z.object({
  /** That of its exchange. */
  id,
  at: moment,
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

const savedRequest = z.object({
  id,
  name: title,
  note: z.string().max(10_000),
  request: consoleRequest,
  savedAt: moment,
});
export type SavedRequest = z.infer<typeof savedRequest>;

/** `value` null: a secret, or a secret without a value on this computer. */
const variable = z.object({ name: z.string(), value: z.string().nullable(), secret: z.boolean() });
const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/);

const download = z.object({
  id,
  systemId: id,
  name: z.string(),
  state: z.enum(['running', 'paused', 'failed', 'done', 'cancelled']),
  /** Bytes; null: not said. */
  size: z.number().nullable(),
  moved: count,
  /** Bytes per second; null: not known yet. */
  rate: z.number().nonnegative().nullable(),
  /** After a pause or a failure it goes on where it stopped; otherwise it starts over. */
  resumes: z.boolean(),
  problem: problem.nullable(),
});
export type ConsoleDownload = z.infer<typeof download>;

export const consoleState = z.object({
  systemId: id,
  /** The operator's lock: there is no console. */
  locked: z.boolean(),
  /** The demo's description can be imported. */
  offersDemo: z.boolean(),
  /** Origin of the system's Web API; null: it has none. */
  origin: z.string().nullable(),
  descriptions: z.array(description),
  saved: z.array(savedRequest),
  variables: z.array(variable),
  /** Other origins to which requests may go. */
  allowedOrigins: z.array(z.string()),
  /** Latest first; those of this run. */
  downloads: z.array(download),
});
export type ConsoleState = z.infer<typeof consoleState>;

/** A schema of OpenAPI 3.1. `$ref` is a key of `schemas`. */
const schema = json;

const operationDetail = operation.extend({
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

const difference = z.object({
  added: z.array(operationKey),
  removed: z.array(operationKey),
  changed: z.array(operationKey),
});

const given = z.object({ systemId: id, request: consoleRequest });
const hash = exactRequest.shape.hash;

const ofDescription = ofSystem.extend({ descriptionId: id });
/** The operations of a description, in its order. */
export const consoleOperations = refetchedResource(
  ofDescription,
  z.array(operation).max(mostOperations),
  ofDescription,
);

const ofExchange = ofSystem.extend({ id });
/** A request that was sent, and its answer. Null: it is not known any more. */
export const consoleExchange = refetchedResource(ofExchange, exchange.nullable(), ofExchange);

/** Pinned requests first, then the newest; those that have every word of `find` in address, method or status. */
export const consoleHistory = refetchedResource(
  ofSystem.extend({ find: z.string().max(200) }),
  z.object({ entries: z.array(historyEntry), more: z.boolean() }),
  ofSystem,
);

/**
 * Any API with an OpenAPI or Swagger description, called by the system's own route. All calls fail with
 * `locked-by-policy` where the operator locked the console, but the snapshot.
 */
export const apiConsole = {
  ...refetchedResource(ofSystem, consoleState, ofSystem),

  /**
   * Imports a description; with `replaces` as the newer one of that id, which keeps saved requests, notes and effects.
   * An address is fetched by the system's route. `changes` null: it replaced none.
   * @throws `description-unreadable`, `-unknown`, `-too-large`, `-too-complex`, `descriptions-too-many`, `origin-not-allowed`
   */
  importDescription: call(
    ofSystem.extend({
      from: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('file'), name: z.string().max(1000), bytes }),
        z.object({ kind: z.literal('address'), url: z.string().max(2000) }),
        z.object({ kind: z.literal('demo') }),
      ]),
      replaces: id.nullable(),
    }),
    z.object({ id, changes: difference.nullable() }),
  ),
  removeDescription: call(ofSystem.extend({ descriptionId: id }), nothing),
  /** Sets the server to which requests go unless they name another; empty: as the description says. */
  setServer: call(ofSystem.extend({ descriptionId: id, server: z.string().max(2000) }), nothing),
  operation: call(ofOperation, operationDetail),
  /** Null: no longer the user's own opinion. */
  setEffect: call(ofOperation.extend({ effect: effect.nullable() }), nothing),
  setNote: call(ofOperation.extend({ note: z.string().max(10_000) }), nothing),

  /** Keeps a file in memory to be sent, until `release` or until the app ends. @throws `transfer-too-large` */
  hold: call(
    z.object({
      name: z.string().max(1000),
      type: z.string().max(200),
      bytes: bytes.refine((file) => file.length <= largestHeld),
    }),
    heldFile,
  ),
  release: call(z.object({ id }), nothing),

  /**
   * Returns what `send` would send. Unknown variables and missing values are named in it.
   * @throws `request-address-invalid`, `request-header-invalid`, `request-file-gone`
   */
  prepare: call(given, exactRequest),
  /**
   * Sends a request, once, and returns the id of its exchange. One that changes something needs the hash of what the
   * user confirmed; it is refused if it would differ.
   * @throws `request-not-confirmed`, `origin-not-allowed`, `request-variable-unknown`, `request-value-missing`, as `prepare`
   */
  send: call(given.extend({ confirmed: hash.nullable() }), z.object({ id })),
  cancel: call(ofSystem.extend({ id }), nothing),
  /** Returns what is kept of the body: text with control characters as they came, or bytes. */
  body: call(
    ofSystem.extend({ id }),
    z.union([z.object({ text: z.string() }), z.object({ bytes })]),
  ),
  /** Returns lines of `events` from a number on; `from`: that of the first one returned. */
  lines: call(
    ofSystem.extend({ id, from: count }),
    z.object({ from: count, lines: z.array(z.string()) }),
  ),
  /** Saves the body as a file. */
  saveBody: call(ofSystem.extend({ id }), savedFile),

  /** Sends a request whose answer goes to a file of any size where the user says. Returns when it has ended. */
  download: call(given.extend({ confirmed: hash.nullable() }), savedFile),
  pauseDownload: call(ofSystem.extend({ id }), nothing),
  /** Goes on with a paused or failed one. */
  resumeDownload: call(ofSystem.extend({ id }), nothing),
  cancelDownload: call(ofSystem.extend({ id }), nothing),

  allowOrigin: call(ofSystem.extend({ origin, allowed: z.boolean() }), nothing),
  /** `value` null: keeps the value that there is. */
  setVariable: call(
    ofSystem.extend({
      name: variableName,
      value: z.string().max(100_000).nullable(),
      secret: z.boolean(),
    }),
    nothing,
  ),
  removeVariable: call(ofSystem.extend({ name: variableName }), nothing),
  /** Saves a request, or changes the saved one of that id. Returns its id. */
  saveRequest: call(
    ofSystem.extend({
      id: id.nullable(),
      name: title,
      note: z.string().max(10_000),
      request: consoleRequest,
    }),
    z.object({ id }),
  ),
  removeRequest: call(ofSystem.extend({ id }), nothing),
  pin: call(ofSystem.extend({ id, pinned: z.boolean() }), nothing),
  /** Deletes what is not pinned. */
  clearHistory: call(ofSystem, nothing),
};
