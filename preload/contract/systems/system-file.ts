import * as z from 'zod';
import { computeApi } from '../work/compute-api.ts';
import { reasoningControl } from './reasoning-control.ts';
import { reasoningBack, requestTimeoutRange, routes } from './system-choices.ts';

const address = z.string().min(1).max(2000);

/**
 * An operator's ready-made system for its users (docs/system-file.md): JSON in UTF-8. Addresses, authorities and texts;
 * never a secret.
 */
export const systemFile = z.strictObject({
  $schema: z.string().max(2000).optional().describe('For editors; the app does not look at it.'),
  format: z.literal('compute-desk-system'),
  version: z.literal(1),
  name: z.string().trim().min(1).max(100).describe('As it appears in the sidebar.'),
  webApi: address.optional().describe('What stands before /status/.'),
  identityProvider: address
    .optional()
    .describe('What stands before /auth/realms/op, or the address of another realm.'),
  genai: address.optional().describe('Base address of the API. Without a path, /v1 is added.'),
  authorities: z
    .array(z.string().max(100_000))
    .max(20)
    .optional()
    .describe(
      'Certificate authorities of the servers (PEM, or the Base64 alone), where computers do not trust them already.',
    ),
  route: z.enum(routes).optional().describe('How a call of the Web API proves who is calling.'),
  reasoningBack: z
    .enum(reasoningBack)
    .optional()
    .describe('When reasoning goes back to the model that gave it.'),
  reasoningControl: reasoningControl
    .optional()
    .describe(
      'The field of a request that controls reasoning, with dots for fields within fields.',
    ),
  computeApi: computeApi
    .optional()
    .describe(
      'The API for jobs and files at the address of the Web API; without it there are none.',
    ),
  longestRequest: z
    .number()
    .int()
    .min(requestTimeoutRange.least)
    .max(requestTimeoutRange.most)
    .optional()
    .describe('Seconds that a request to the generative AI may take.'),
  thinkTags: z
    .boolean()
    .optional()
    .describe('Whether <think> at the start of an answer begins its reasoning.'),
  portal: z
    .strictObject({ keys: address.optional(), usage: address.optional() })
    .optional()
    .describe('Pages in which API keys are made, and usage is shown.'),
  texts: z
    .strictObject({ en: z.string().max(2000).optional(), ja: z.string().max(2000).optional() })
    .optional()
    .describe('What users are told before they take the system.'),
});
export type SystemFile = z.infer<typeof systemFile>;
