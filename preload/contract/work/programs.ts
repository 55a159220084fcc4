import * as z from 'zod';
import { call, refetchedResource, resource } from '../define.ts';
import { id, instant, nothing, savedFile, title } from '../shapes.ts';

/**
 * Paths of the listener for other programs: the models (as OpenAI's API), tools (Model Context Protocol), and calls of the
 * Web API.
 */
export const programPaths = ['v1', 'mcp', 'web-api'] as const;
export type ProgramPath = (typeof programPaths)[number];

/** Most keys of other programs. */
export const mostPrograms = 100;
const modelName = z.string().trim().min(1).max(200);

/** What the user permits a program. */
export const programPermissions = z.object({
  /** Given by the user; what a program calls itself decides nothing. */
  name: title,
  paths: z.array(z.enum(programPaths)).min(1).max(programPaths.length),
  /** Null permits every model. */
  models: z.array(modelName).min(1).max(50).nullable(),
  /** Only GET at the Web API, and no tools that submit jobs. */
  readOnly: z.boolean(),
  /** Tools also read the conversations with the system. */
  conversations: z.boolean(),
  /** The key ends then; null never. */
  endsAt: instant.nullable(),
});
export type ProgramPermissions = z.infer<typeof programPermissions>;

const program = programPermissions.extend({
  id,
  systemId: id,
  createdAt: instant,
  lastUsedAt: instant.nullable(),
  /** `revoked` by the user; `port`: another program held the port that the key was used at, and may have it. */
  ended: z.enum(['revoked', 'port']).nullable(),
  /** What it last called itself since the start; decides nothing. */
  reportedName: z.string().nullable(),
});
export type Program = z.infer<typeof program>;

/** A call that failed because something is missing: a permission, what the user must do first, or a key that works. */
const programRequest = z.object({
  id,
  programId: id,
  missing: z.enum([
    ...[
      'path',
      'model',
      'write',
      'conversations',
      'unlock',
      'keychain',
      'sign-in',
      'ssh',
      'api-key',
    ],
    ...['expired', 'revoked', 'port'],
  ] as const),
  /** The path or the model. */
  what: z.string(),
  at: instant,
});
export type ProgramRequest = z.infer<typeof programRequest>;

export const programsState = z.object({
  on: z.boolean(),
  /** `http://127.0.0.1:41973`; null until it was first turned on. */
  address: z.string().nullable(),
  /** `taken`: another program holds the port; `failed`: it cannot be listened at for another reason. */
  problem: z.enum(['taken', 'failed']).nullable(),
  /** By the operator's policy. */
  locked: z.boolean(),
  programs: z.array(program),
  requests: z.array(programRequest),
});
export type ProgramsState = z.infer<typeof programsState>;

const ofProgram = z.object({ id });

/** Programs that use the systems through the app, each with a key of its own. */
export const programs = {
  ...resource(nothing, programsState),
  /** @throws AppError `locked-by-policy` */
  turn: call(z.object({ on: z.boolean() }), nothing),
  /** Listens at another port; ends the keys that were used at the one before. */
  movePort: call(nothing, nothing),
  /** Returns the key, which is shown this once. @throws AppError `locked-by-policy`, `programs-too-many` */
  add: call(programPermissions.extend({ systemId: id }), z.object({ id, key: z.string() })),
  change: call(programPermissions.extend({ id }), nothing),
  /** Acts at once, also on running answers. */
  revoke: call(ofProgram, nothing),
  /** Takes `revoke` back. */
  restore: call(ofProgram, nothing),
  remove: call(ofProgram, nothing),
  /** Permits what a call lacked, for the next time; connects by SSH where that lacked. The id is a request’s. */
  permit: call(ofProgram, nothing),
  dismiss: call(ofProgram, nothing),
};

const programCall = z.object({
  id: z.number().int().positive(),
  at: instant,
  /** Its name then. */
  program: z.string(),
  /** `POST /v1/chat/completions`, never with a query or content. */
  call: z.string(),
  /** `cut`: the answer did not reach its end. */
  outcome: z.enum(['answered', 'refused', 'failed', 'cut']),
  /** HTTP status that the program got. */
  status: z.number().int(),
});
export type ProgramCall = z.infer<typeof programCall>;

/** What other programs called, the newest first. */
export const programCalls = {
  ...refetchedResource(nothing, z.array(programCall), z.object({})),
  /** All that is kept, as a CSV file. */
  exportFile: call(nothing, savedFile),
};
