import * as z from 'zod';
import { call, resource } from '../define.ts';
import { id, json, nothing, unsentLines } from '../shapes.ts';

/** `ask` before each run, `always` run, `never` offer it to a model. */
export const approval = z.enum(['ask', 'always', 'never']);
export type Approval = z.infer<typeof approval>;

/** What the user last allowed of a tool that describes itself differently now. */
const trustedBefore = z.object({
  description: z.string(),
  parameters: json,
  /** The server itself changed: its command, a file of its program, or its address. */
  server: z.boolean(),
});

/** A function that a model may call. */
export const tool = z.object({
  /** Unique. A server's tool begins with the server's short name. */
  name: z.string(),
  /** For models; of a server's tool in the server's words. */
  description: z.string(),
  /** JSON Schema of its arguments. */
  parameters: json,
  approval,
  /** The tool server that it belongs to; null: it comes with the app. */
  serverId: id.nullable(),
  /** Its name in the server's words. */
  ownName: z.string(),
  /** Null: for all systems. */
  systemId: id.nullable(),
  /** Whether it may change something; false only if the server says so. */
  writes: z.boolean(),
  /** It asks each time: "always" is not possible. */
  everyTime: z.boolean(),
  /** Identifies the server, the description and the schema that are shown; a permission names it. */
  fingerprint: z.string().max(200),
  /** Null: unchanged since it was allowed, or never allowed. */
  before: trustedBefore.nullable(),
});
export type Tool = z.infer<typeof tool>;

/** Reason for a question. `untrusted`: text of others is in the context, and the tool may change something. */
export const askReasons = ['ask', 'new', 'changed', 'untrusted'] as const;

/** A tool call that waits for the user. */
export const toolRequest = z.object({
  messageId: id,
  callId: id,
  conversationId: id,
  systemId: id,
  tool: tool.omit({ parameters: true }),
  /** The server's name, and its command line or address; null: built in. */
  server: z.object({ name: z.string(), where: z.string() }).nullable(),
  /** Exactly the arguments that the tool gets, as indented JSON. */
  arguments: z.string(),
  /** Of a job: lines of its script of which something would not go along. */
  ...unsentLines.shape,
  /** Identifies tool and arguments; a decision names it. */
  digest: z.string().max(200),
  reason: z.enum(askReasons),
  /** Sources of the text in the context that others wrote: servers and files. */
  sources: z.array(z.string()).max(20),
  /** Permissions that the user may give. */
  offers: z.array(z.enum(['once', 'conversation', 'always'])),
});
export type ToolRequest = z.infer<typeof toolRequest>;

export const tools = {
  ...resource(nothing, z.array(tool)),
  /** @throws AppError `tool-changed` if the tool no longer has this fingerprint, `tool-asks-every-time` */
  setApproval: call(z.object({ name: z.string(), fingerprint: z.string(), approval }), nothing),
};

/** Calls that wait for permission, in all conversations; the oldest first. */
export const toolRequests = {
  ...resource(nothing, z.array(toolRequest)),
  /**
   * `conversation` holds until the app ends. A reason for a refusal is sent to the model. @throws AppError
   * `tool-changed` if tool or arguments are no longer those of the digest
   */
  decide: call(
    z.object({
      messageId: id,
      callId: id,
      digest: z.string().max(200),
      decision: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('refuse'), reason: z.string().max(2_000).optional() }),
        z.object({ kind: z.literal('allow'), holds: z.enum(['once', 'conversation', 'always']) }),
      ]),
    }),
    nothing,
  ),
};
