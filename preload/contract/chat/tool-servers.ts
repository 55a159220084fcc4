import * as z from 'zod';
import { call, resource } from '../define.ts';
import { bytes, id, instant, nothing, problem } from '../shapes.ts';
import { attachmentList } from './attachments.ts';

const serverName = z.string().trim().min(1).max(100);
const variableName = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^=\0]+$/);
const headerName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/);
const line = z
  .string()
  .max(32_768)
  .regex(/^[^\0]*$/);
const headerValue = z
  .string()
  .max(8_192)
  .regex(/^[^\0\r\n]*$/);

const stdio = z.object({
  kind: z.literal('stdio'),
  command: line.min(1),
  arguments: z.array(line).max(200),
  /** Null: the user's home folder. */
  folder: line.min(1).nullable(),
});
const http = z.object({
  kind: z.literal('http'),
  url: z.url({ protocol: /^https?$/ }).max(4_096),
  /** Whether it gets the system's client certificate; only for a server of one system. */
  certificate: z.boolean(),
  /** Of the client that the user registered at its authorization server; absent: the app registers itself. */
  clientId: z
    .string()
    .trim()
    .min(1)
    .max(2_000)
    .regex(/^[\x20-\x7e]+$/)
    .optional(),
});

/** As the authorization server gave it: printable (RFC 6749, appendix A.2). */
const clientSecret = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[\x20-\x7e]+$/);

/** Values are secrets: they are never sent to a window. */
const storedServer = z.discriminatedUnion('kind', [
  stdio.extend({ environment: z.array(variableName).max(200) }),
  http.extend({
    headers: z.array(headerName).max(50),
    /** Whether the client has a secret. */
    clientSecret: z.literal(true).optional(),
  }),
]);
export type StoredServer = z.infer<typeof storedServer>;

/** A null value keeps the stored one. */
const wantedServer = z.discriminatedUnion('kind', [
  stdio.extend({
    environment: z.array(z.object({ name: variableName, value: line.nullable() })).max(200),
  }),
  http.extend({
    headers: z.array(z.object({ name: headerName, value: headerValue.nullable() })).max(50),
    /** Of the client; absent: it has none. */
    clientSecret: clientSecret.nullable().optional(),
  }),
]);
export type WantedServer = z.infer<typeof wantedServer>;

const general = z.object({
  name: serverName,
  /** Null: for all systems. */
  systemId: id.nullable(),
});

/**
 * `off`: by the user; `idle`: starts when a tool is called; `retry`: it ended by itself and starts again at `retryAt`;
 * `failed`: it is not started again by itself.
 */
export const serverStates = ['off', 'idle', 'starting', 'running', 'retry', 'failed'] as const;

/** A text that a server offers to begin a message with, in its words. */
const serverPrompt = z.object({
  name: z.string().min(1).max(128),
  title: z.string().max(200),
  description: z.string().max(1_000),
  arguments: z
    .array(
      z.object({
        name: z.string().min(1).max(128),
        description: z.string().max(1_000),
        required: z.boolean(),
      }),
    )
    .max(20),
});
export type ServerPrompt = z.infer<typeof serverPrompt>;

export const toolServer = general.extend({
  id,
  /** First part of its tools' names. */
  slug: z.string(),
  target: storedServer,
  state: z.enum(serverStates),
  /** Why it last failed. */
  problem: problem.nullable(),
  retryAt: instant.nullable(),
  /** Ends that nobody asked for, since it was last started by the user. */
  failures: z.number().int().nonnegative(),
  /** While it runs. */
  running: z
    .object({
      since: instant,
      /** Null: not a program of this computer. */
      pid: z.number().int().nullable(),
      /** Version of the protocol. */
      protocol: z.string(),
      /** Name and version in its own words. */
      says: z.string(),
      prompts: z.array(serverPrompt).max(100),
    })
    .nullable(),
  /** SHA-256 of the program's file; null: not known, or no program. */
  program: z.string().nullable(),
  /**
   * Sign-in at the authorization server that a service names (OAuth); null: a program, or a service with a header that
   * authenticates.
   */
  signIn: z
    .object({
      /** Issuer of the token; null: not signed in. */
      issuer: z.string().nullable(),
      /** While the user is there. */
      waiting: z
        .object({
          /** Leads a browser there, once; null: it opens by itself. */
          address: z.string().nullable(),
          /** Whether the browser was opened already. */
          opened: z.boolean(),
        })
        .nullable(),
    })
    .nullable(),
  /** Duration of the last answer, ms. */
  answered: z.number().nonnegative().nullable(),
  /** Tools that were left out: too many, too large, or not according to the protocol. */
  leftOut: z.number().int().nonnegative(),
});
export type ToolServer = z.infer<typeof toolServer>;

/** A server in a file, without its secrets. */
const foundServer = z.object({
  name: z.string(),
  target: storedServer.nullable(),
  /**
   * Why it cannot be imported; null if it can. `kind`: neither command nor address; `invalid`: a field has another
   * shape; `known`: there is such a server already; `sse`: the earlier transport, which this app does not speak.
   */
  refusal: z.enum(['kind', 'invalid', 'known', 'sse']).nullable(),
  /** Variables such as `${input:token}` that only the other program fills in: their values stay empty. */
  placeholders: z.array(z.string()).max(50),
  /** Fields of the file that are not taken, such as `envFile` and `auth`. */
  ignored: z.array(z.string()).max(20),
  /** It is switched off in the file; what is taken from a file is so here in any case. */
  disabled: z.boolean(),
});
export type FoundServer = z.infer<typeof foundServer>;

const file = z.object({ bytes });

/** What a server has under an address, in its words. */
const serverResource = z.object({
  uri: z.string().min(1).max(2_000),
  name: z.string().max(200),
  description: z.string().max(500),
  /** Media type; empty if it says none. */
  type: z.string().max(200),
  /** Bytes, as it says. */
  size: z.number().int().nonnegative().nullable(),
});
export type ServerResource = z.infer<typeof serverResource>;

/** A template of addresses that a server has something under (RFC 6570), in its words. */
const resourceTemplate = serverResource
  .omit({ uri: true, size: true })
  .extend({ template: z.string().min(1).max(2_000) });
export type ResourceTemplate = z.infer<typeof resourceTemplate>;

/** Servers of the Model Context Protocol: programs of this computer, or services. */
export const toolServers = {
  ...resource(nothing, z.array(toolServer)),
  /** Starts it, to list its tools. */
  add: call(general.extend({ target: wantedServer }), z.object({ id })),
  /** Ends it if its target changed. */
  edit: call(general.extend({ id, target: wantedServer }), nothing),
  remove: call(z.object({ id }), nothing),
  /** Starts it; from `off` it is on again. Resolves when it runs. @throws AppError why it does not */
  start: call(z.object({ id }), nothing),
  /** Ends it, and starts it no more until `start`. */
  stop: call(z.object({ id }), nothing),
  /**
   * Signs the user in at the authorization server that it names, in the user's browser, and starts it. Resolves once it
   * runs. @throws AppError why it does not
   */
  signIn: call(z.object({ id }), nothing),
  /** Ends a sign-in that waits for the user. */
  cancelSignIn: call(z.object({ id }), nothing),
  /** Ends it, and forgets its tokens, here and at its authorization server. */
  signOut: call(z.object({ id }), nothing),
  /** The end of what it did and wrote to its error output; the oldest first. */
  log: call(
    z.object({ id }),
    z.array(
      z.object({
        at: instant,
        /** `app`: what the app did; `server`: the server's words. */
        of: z.enum(['app', 'server']),
        text: z.string(),
      }),
    ),
  ),
  /** Returns the text of a running server's prompt, for the user to read. @throws AppError why there is none */
  prompt: call(
    z.object({
      id,
      name: z.string().max(128),
      arguments: z
        .array(z.object({ name: z.string().max(128), value: z.string().max(20_000) }))
        .max(20),
    }),
    z.object({ text: z.string().max(200_000) }),
  ),
  /** Returns what a server has to read; starts it if needed. @throws AppError why there is no list */
  listResources: call(
    z.object({ id }),
    /** What is left out is too much, or not according to the protocol. */
    z.object({
      resources: z.array(serverResource).max(1_000),
      templates: z.array(resourceTemplate).max(100),
      leftOut: z.number().int().nonnegative(),
    }),
  ),
  /**
   * Returns copies of what a server has under an address, to look at or to attach; starts it if needed. They are kept
   * in memory until a message refers to them. @throws AppError why there is none
   */
  readResource: call(
    z.object({ id, uri: z.string().min(1).max(10_000) }),
    /** Texts, images and PDFs; what is left out is something else, or too much. */
    z.object({ files: attachmentList.max(20), leftOut: z.number().int().nonnegative() }),
  ),
  /** Shows what a file of Claude Desktop, VS Code or Cursor names. @throws AppError `tool-servers-unreadable` */
  examineFile: call(file, z.array(foundServer).max(200)),
  /** Adds these servers of the file, switched off. */
  importFile: call(
    file.extend({ names: z.array(z.string()).max(200), systemId: id.nullable() }),
    z.object({ added: z.number().int().nonnegative() }),
  ),
};
