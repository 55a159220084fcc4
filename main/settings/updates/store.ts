import * as z from 'zod';
import { problem } from '../../../preload/contract/shapes.ts';
import type { SettingsFile } from '../../base/host.ts';
import { shape as described } from './release.ts';

const key = 'updates';

/** A check of a feed: says whether the next one is due, and what a new window shows. */
const look = z.object({
  /** Its feed: it does not apply to another. */
  feed: z.string(),
  at: z.iso.datetime(),
  problem: problem.nullable().catch(null),
  /** A newer version, without the hashes of its files, which are read again from the signed list. */
  found: described.pick({ release: true, changes: true, files: true }).nullable().catch(null),
});
export type CheckRecord = z.infer<typeof look>;

const stored = z.object({
  feed: z.string().nullable(),
  daily: z.boolean().catch(true),
  putOff: z.string().nullable().catch(null),
  look: look.nullable().catch(null),
});
export type StoredUpdates = z.infer<typeof stored>;

/** The settings file's data about updates. The newest state is in memory, even if the disk failed. */
export function createUpdateStore(settings: SettingsFile): {
  now(): StoredUpdates;
  /** @throws errors of writing the file; then nothing is changed */
  set(change: Partial<StoredUpdates>): void;
  /** Records an automatic check: valid until the app ends, even if writing fails. @throws as `set` */
  note(look: CheckRecord): void;
} {
  const read = stored.safeParse(settings.get(key));
  let now: StoredUpdates = read.success
    ? read.data
    : { feed: null, daily: true, putOff: null, look: null };
  return {
    now: () => now,
    set(change) {
      const next = { ...now, ...change };
      settings.set(key, next);
      now = next;
    },
    note(made) {
      now = { ...now, look: made };
      settings.set(key, now);
    },
  };
}

const day = 86_400_000;
/** Retry interval after a failed check, ms. */
const retry = 6 * 3_600_000;
/** A clock set back by up to this causes no further check, ms. */
const tolerance = 3_600_000;

/** Returns whether an automatic check is due. */
export function isDue(last: CheckRecord | null, now: Date): boolean {
  if (last === null) return true;
  const age = now.getTime() - Date.parse(last.at);
  return age >= (last.problem === null ? day : retry) || age < -tolerance;
}
