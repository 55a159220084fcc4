import * as z from 'zod';
import { fileFaults } from '../../../common/texts/file-fault.ts';
import { call, resource } from '../define.ts';
import { nothing } from '../shapes.ts';
import { authority, systemProposal } from '../systems/systems.ts';
import { policyLocks } from './policy-locks.ts';

/** Where a policy may be, in the order of their precedence on each operating system. */
export const policyPlaces = [
  'folder',
  'computer-registry',
  'computer-preferences',
  'user-registry',
  'user-preferences',
  'beside',
  'tried',
] as const;

/** Why a policy is not followed; each is said in words under `policy.problems`. */
export const policyProblems = [
  'unreadable',
  /** Nothing may ask the registry here, so nobody knows whether a policy is there. */
  'blocked',
  'link',
  'not-a-file',
  'owner',
  'open-to-others',
  'too-large',
  'encoding',
  'not-json',
  'twice',
  'newer',
  'shape',
  'secret',
  'system',
  'authority',
  'proxy',
  'contradiction',
] as const;

const source = z.object({
  kind: z.enum(policyPlaces),
  /** A path, or the name of a key of the registry. */
  place: z.string(),
  /** Null where the policy is followed. */
  problem: z
    .object({
      code: z.enum(policyProblems),
      /** The field, where it is one. */
      where: z.string(),
      /** What is wrong there, where more is known than `code` says. */
      fault: z.enum(fileFaults).nullable(),
      /** In the file, from 1; null where it is none, or where it is not one place. */
      line: z.number().int().positive().nullable(),
      column: z.number().int().positive().nullable(),
    })
    .nullable(),
});
export type PolicySource = z.infer<typeof source>;

const text = z.string().nullable();

/** What sites decided for this computer's users, as it was read when the app started. */
export const policyState = z.object({
  /** Those that are there, the strongest first. */
  sources: z.array(source),
  /** What is locked, and by which places; `later`: this version has nothing yet that it could lock. */
  locks: z.array(
    z.object({ lock: z.enum(policyLocks), places: z.array(z.string()), later: z.boolean() }),
  ),
  proxy: z
    .object({
      kind: z.enum(['system', 'none', 'manual']),
      address: z.string(),
      except: z.string(),
      place: z.string(),
    })
    .nullable(),
  updateFeed: z.object({ address: z.string(), place: z.string() }).nullable(),
  texts: z.object({ en: text, ja: text }),
  authorities: z.array(authority.extend({ place: z.string() })),
  systems: z.array(z.object({ name: z.string(), place: z.string() })),
});
export type PolicyState = z.infer<typeof policyState>;

export const policy = {
  ...resource(nothing, policyState),
  /** One of `systems`, for the form; nothing is kept of it. */
  system: call(z.object({ at: z.number().int().min(0).max(1_000) }), systemProposal),
};
