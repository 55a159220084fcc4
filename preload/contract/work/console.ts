import * as z from 'zod';
import { call, refetchedResource } from '../define.ts';
import { bytes, id, nothing, savedFile, title } from '../shapes.ts';
import { download, exchange } from './console-answers.ts';
import {
  description,
  difference,
  effect,
  operation,
  operationDetail,
  operationKey,
} from './console-descriptions.ts';
import { largestHeld, mostOperations } from './console-limits.ts';
import {
  consoleRequest,
  exactRequest,
  heldFile,
  historyEntry,
  savedRequest,
} from './console-requests.ts';

const count = z.number().int().nonnegative();
const ofSystem = z.object({ systemId: id });
const ofOperation = ofSystem.extend({ descriptionId: id, key: operationKey });
/** As `URL.origin` writes it. */
const origin = z.string().regex(/^https?:\/\/[^\s/?#@]{1,300}$/);

/** `value` null: a secret, or a secret without a value on this computer. */
const variable = z.object({ name: z.string(), value: z.string().nullable(), secret: z.boolean() });
const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_.-]{0,99}$/);

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
  /** `draft`: what `keepDraft` kept of it last. */
  operation: call(ofOperation, operationDetail.extend({ draft: consoleRequest.nullable() })),
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
  /** Keeps what is being written of an operation, without secrets and files; null: no longer. */
  keepDraft: call(ofOperation.extend({ request: consoleRequest.nullable() }), nothing),
  removeRequest: call(ofSystem.extend({ id }), nothing),
  pin: call(ofSystem.extend({ id, pinned: z.boolean() }), nothing),
  /** Deletes what is not pinned. */
  clearHistory: call(ofSystem, nothing),
};
