import { randomBytes, randomUUID } from 'node:crypto';
import * as z from 'zod';
import { readJsonFile, writePrivateFile } from '../files.ts';

const entry = z.object({
  id: z.string(),
  project: z.string(),
  /** What is left of a revoked key are its last four characters. */
  key: z.string().nullable(),
  lastFour: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});
type Entry = z.infer<typeof entry>;

/** What the portal lists of a key. */
export type ApiKeyRecord = Omit<Entry, 'key'>;

/** The API keys of the demo, one per project at a time, kept in a file. */
export interface ApiKeys {
  /** Those that a key can be made for. */
  readonly projects: readonly string[];
  /** Active and revoked ones, newest first. */
  all(): readonly ApiKeyRecord[];
  /** The project's key, `undefined` once revoked. */
  of(project: string): string | undefined;
  projectOf(key: string): string | undefined;
  /** Makes the project's key; throws when it has one (one key per project). */
  create(project: string): Promise<string>;
  /** Revokes the project's key; requests with it are refused from now on. */
  revoke(project: string): Promise<void>;
}

/** Of revoked keys the file keeps no more than these. */
const keptRevoked = 20;
/** What the demo kept before its keys had states: the key of each project. */
const former = z.record(z.string(), z.string());
const file = z.object({ keys: z.array(entry) });

/** Opens the keys kept at `path`; a new file starts with one key, for the first of `projects`. */
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

/** Null where there is no file that can be read: then it begins anew. */
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
