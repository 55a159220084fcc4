import * as z from 'zod';
import { maxAuthorities } from '../systems/system-choices.ts';
import { systemFile } from '../systems/system-file.ts';
import { policyLocks } from './policy-locks.ts';

const proxy = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('system') }),
  z.strictObject({ kind: z.literal('none') }),
  z.strictObject({
    kind: z.literal('manual'),
    address: z.string().min(1).max(300).describe('http or https, without user name and password.'),
    except: z.string().max(2_000).optional().describe('Hosts reached without it, as in NO_PROXY.'),
  }),
]);

const locks = Object.fromEntries(
  policyLocks.map((lock) => [lock, z.boolean().optional()]),
) as Record<(typeof policyLocks)[number], z.ZodOptional<z.ZodBoolean>>;

/**
 * An operator's policy for its users (docs/policy.md): JSON in UTF-8. Unknown fields are refused, so that a misspelt
 * lock does not leave something unlocked; never a secret.
 */
export const policyFile = z.strictObject({
  $schema: z.string().max(2000).optional().describe('For editors; the app does not look at it.'),
  format: z.literal('compute-desk-policy'),
  version: z.literal(1),
  systems: z
    .array(systemFile.omit({ $schema: true, format: true, version: true }))
    .max(20)
    .optional()
    .describe('Ready-made systems that the first page offers, as in a system file.'),
  authorities: z
    .array(z.string().max(100_000))
    .max(maxAuthorities)
    .optional()
    .describe(
      'Certificate authorities (PEM, or the Base64 alone) that are trusted at every server.',
    ),
  proxy: proxy
    .optional()
    .describe('What "the computer’s proxy" is; with fixedProxy, for every system.'),
  updateFeed: z
    .union([z.literal('none'), z.url({ protocol: /^https$/ }).max(2_000)])
    .optional()
    .describe('Where updates come from.'),
  texts: z
    .strictObject({ en: z.string().max(2_000).optional(), ja: z.string().max(2_000).optional() })
    .optional()
    .describe('What the first page and Settings tell users.'),
  locks: z.strictObject(locks).optional().describe('What users may not change. True locks it.'),
});
export type PolicyFile = z.infer<typeof policyFile>;
