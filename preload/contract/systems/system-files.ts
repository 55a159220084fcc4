import * as z from 'zod';
import { portal } from '../chat/genai.ts';
import { call } from '../define.ts';
import { bytes, id, savedFile } from '../shapes.ts';
import { computeApi } from '../work/compute-api.ts';
import { reasoningControl } from './reasoning-control.ts';
import { reasoningBack, routes } from './system-choices.ts';
import { longestRequest, system } from './systems.ts';

/** An operator's proposal for a new system (docs/system-file.md). */
export const systemProposal = system
  .pick({ name: true, webApiUrl: true, authUrl: true, genaiUrl: true, authorities: true })
  .extend({
    /** Null: the default. */
    route: z.enum(routes).nullable(),
    reasoningBack: z.enum(reasoningBack).nullable(),
    /** Absent: as for any new system. */
    longestRequest: longestRequest.optional(),
    thinkTags: z.boolean().optional(),
    reasoningControl: reasoningControl.optional(),
    computeApi: computeApi.optional(),
    portal,
    /** The operator's text for its users. */
    texts: z.object({ en: z.string().nullable(), ja: z.string().nullable() }),
  });
export type SystemProposal = z.infer<typeof systemProposal>;

/** Systems as files, from an operator to its users and between users. */
export const systemFiles = {
  /** Reads an operator's file; refuses one with something like a secret in it. Stores nothing. */
  read: call(z.object({ bytes }), systemProposal),
  /** Exports the system as such a file, without certificate, keys and clients; `not-found` for the demo. */
  export: call(z.object({ id }), savedFile),
};
