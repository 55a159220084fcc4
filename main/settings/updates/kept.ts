import * as z from 'zod';
import { problem } from '../../../preload/contract/shapes.ts';
import type { SettingsFile } from '../../base/host.ts';
import { shape as described } from './release.ts';

const key = 'updates';

/** A look at a feed: what is kept of it says whether the next one is due, and what a new window is shown. */
const look = z.object({
  /** Of which feed: of another it says nothing. */
  feed: z.string(),
  at: z.iso.datetime(),
  problem: problem.nullable().catch(null),
  /** A newer version, without the hashes of its files: those are read anew from the signed list. */
  found: described.pick({ release: true, changes: true, files: true }).nullable().catch(null),
});
export type Look = z.infer<typeof look>;

const kept = z.object({
  feed: z.string().nullable(),
  daily: z.boolean().catch(true),
  putOff: z.string().nullable().catch(null),
  look: look.nullable().catch(null),
});
export type Kept = z.infer<typeof kept>;

/** What the settings file has of updates. The newest stands in memory, also where the disk took it no more. */
export function keepUpdates(settings: SettingsFile): {
  now(): Kept;
  /** @throws what writing the file throws; then nothing is changed */
  set(change: Partial<Kept>): void;
  /** Of what came by itself: it holds until the app ends, whatever becomes of the file. @throws as `set` */
  note(look: Look): void;
} {
  const read = kept.safeParse(settings.get(key));
  let now: Kept = read.success ? read.data : { feed: null, daily: true, putOff: null, look: null };
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
/** One that came to nothing is made again, ms. */
const retry = 6 * 3_600_000;
/** A clock may be set back by so much without another look, ms. */
const tolerance = 3_600_000;

/** Whether it is time to look by itself. */
export function isDue(last: Look | null, now: Date): boolean {
  if (last === null) return true;
  const age = now.getTime() - Date.parse(last.at);
  return age >= (last.problem === null ? day : retry) || age < -tolerance;
}
