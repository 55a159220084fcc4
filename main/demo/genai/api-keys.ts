import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { readJsonFile, writePrivateFile } from '../files.ts';

const entry = z.object({
  id: z.string(),
  project: z.string(),
  /** Null once revoked: only the last four characters remain. */
  key: z.string().nullable(),
  lastFour: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});
type Entry = z.infer<typeof entry>;

/** A key as the portal lists it. */
export type ApiKeyRecord = Omit<Entry, 'key'>;

/** The demo's API keys, one per project at a time, stored in a file. */
export interface ApiKeys {
  /** Projects that can have a key. */
  readonly projects: readonly string[];
  /** Returns active and revoked ones, newest first. */
  all(): readonly ApiKeyRecord[];
  /** Returns the project's key, `undefined` once revoked. */
  of(project: string): string | undefined;
  projectOf(key: string): string | undefined;
  /** Creates the project's key; throws if it has one (one key per project). */
  create(project: string): Promise<string>;
  /** Revokes the project's key; requests with it are refused from now on. */
  revoke(project: string): Promise<void>;
}

/** Maximum revoked keys in the file. */
const keptRevoked = 20;
/** Format before keys had states: the key of each project. */
const former = z.record(z.string(), z.string());
const file = z.object({ keys: z.array(entry) });

/** Opens the keys stored at `path`; a new file starts with one key, for the first of `projects`. */
export async function openApiKeys(path: string, projects: readonly string[]): Promise<ApiKeys> {
  const stored = await readJsonFile(path);
  let entries = read(stored);
  const save = (): Promise<void> =>
    writePrivateFile(path, `${JSON.stringify({ keys: entries }, null, 2)}\n`);
  const active = (project: string): Entry | undefined =>
    entries?.find((one) => one.project === project && one.revokedAt === null);
  const create = async (project: string): Promise<string> => {
    if (active(project)) throw new Error(`project ${project} has a key already`);
    const key = `cd-demo-${randomBytes(24).toString('base64url')}`;
    entries = [made(project, key), ...(entries ?? [])];
    await save();
    return key;
  };
  const [first] = projects;
  if (entries === null && first !== undefined) await create(first);
  return {
    projects,
    all: () => (entries ?? []).map(({ key: _, ...record }) => record),
    of: (project) => active(project)?.key ?? undefined,
    projectOf: (key) => entries?.find((one) => one.key === key)?.project,
    create,
    async revoke(project) {
      const revokedAt = new Date().toISOString();
      let left = keptRevoked;
      entries = (entries ?? [])
        .map((one) =>
          one.project === project && one.revokedAt === null
            ? { ...one, key: null, revokedAt }
            : one,
        )
        .filter(({ revokedAt }) => revokedAt === null || left-- > 0);
      await save();
    },
  };
}

/** Returns null if the file is missing or unreadable: then it is recreated. */
function read(stored: unknown): readonly Entry[] | null {
  const present = file.safeParse(stored);
  if (present.success) return present.data.keys;
  const old = former.safeParse(stored);
  return old.success ? Object.entries(old.data).map(([project, key]) => made(project, key)) : null;
}

function made(project: string, key: string): Entry {
  const createdAt = new Date().toISOString();
  return { id: randomUUID(), project, key, lastFour: key.slice(-4), createdAt, revokedAt: null };
}
