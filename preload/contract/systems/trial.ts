import * as z from 'zod';
import { call } from '../define.ts';
import { id, problem } from '../shapes.ts';
import { wantedProxy } from './proxy.ts';
import { maxAuthorities } from './system-choices.ts';
import { addressFields, foundProvider, systemInput } from './systems.ts';

/** Steps of trying a system out; the service determines which of them apply. */
export const trialSteps = ['reach', 'tls', 'certificate', 'status', 'genai'] as const;
export type TrialStep = (typeof trialSteps)[number];

/** Addresses and whole systems, tried before they are added. */
export const trial = {
  /**
   * Checks whether a server answers at the address (`reached`), and like such a service (`fits`). For an identity
   * provider any of its addresses works, by its discovery document.
   */
  reach: call(
    z.object({
      field: z.enum(addressFields),
      address: z.string().max(2000),
      authorities: z.array(z.string()).max(maxAuthorities),
      /** By default the stored one of the system, else the computer's. */
      proxy: wantedProxy.optional(),
      /** The system whose address is edited. */
      systemId: id.optional(),
    }),
    z.object({
      reached: z.boolean(),
      fits: z.boolean(),
      provider: foundProvider.nullable(),
      problem: problem.nullable(),
      /** A web page answers there, as of a portal. */
      isPage: z.boolean().optional(),
      /** The scheme that this computer's own server speaks at the port instead. */
      speaks: z.enum(['http', 'https']).optional(),
    }),
  ),
  /** Tries a system before it is added; stops at the first failure. Stores nothing. */
  tryOut: call(
    systemInput
      .pick({ webApiUrl: true, genaiUrl: true, authorities: true, certificateId: true })
      .extend({
        /** Calls can be authenticated by signing in, without the certificate. */
        signsIn: z.boolean(),
        proxy: wantedProxy.optional(),
      }),
    z.object({
      /** The problem is null for an answer of another kind of service. */
      failed: z.object({ step: z.enum(trialSteps), problem: problem.nullable() }).nullable(),
      /** Machines listed; null if the Web API was not asked, or needs a sign-in first. */
      machines: z.number().nullable(),
    }),
  ),
};
