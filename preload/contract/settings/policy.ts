import * as z from 'zod';
import { fileFaults } from '../../../common/texts/file-fault.ts';
import { call, fixedResource } from '../define.ts';
import { nothing } from '../shapes.ts';
import { systemProposal } from '../systems/system-files.ts';
import { authority } from '../systems/systems.ts';
import { policyLocks } from './policy-locks.ts';

/** Places of a policy, in order of precedence on each operating system. */
export const policyPlaces = [
  'folder',
  'computer-registry',
  'computer-preferences',
  'user-registry',
  'user-preferences',
  'beside',
  'tried',
] as const;

/** Why a policy is not followed; each has a text under `policy.problems`. */
export const policyProblems = [
  'unreadable',
  /** Reading the registry is forbidden here, so it is unknown whether there is a policy. */
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
  /** A path, or the name of a registry key. */
  place: z.string(),
  /** Null if the policy is followed. */
  problem: z
    .object({
      code: z.enum(policyProblems),
      /** The field, if it is one. */
      where: z.string(),
      /** The problem there, if it is more specific than `code`. */
      fault: z.enum(fileFaults).nullable(),
      /** Line in the file, from 1; null without a file, or without a single place. */
      line: z.number().int().positive().nullable(),
      column: z.number().int().positive().nullable(),
    })
    .nullable(),
});
export type PolicySource = z.infer<typeof source>;

const text = z.string().nullable();

/** The operators' policies for this computer's users, as read when the app started. */
export const policyState = z.object({
  /** The existing ones, the strongest first. */
  sources: z.array(source),
  /** The locked features with their policies; `later`: this version does not have the feature yet. */
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
  ...fixedResource(nothing, policyState),
  /** Returns one of `systems` for the form; stores nothing. */
  system: call(z.object({ at: z.number().int().min(0).max(1_000) }), systemProposal),
};
