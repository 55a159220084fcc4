import { randomBytes } from 'node:crypto';
import { isRecord, readJsonFile, writePrivateFile } from '../files.ts';

/** The API keys of the demo, one per project, kept in a file. */
export interface ApiKeys {
  /** The project's key, `undefined` once revoked. */
  of(project: string): string | undefined;
  projectOf(key: string): string | undefined;
  /** Makes the project's key; throws when it has one (one key per project). */
  create(project: string): Promise<string>;
  /** Revokes the project's key; requests with it are refused from now on. */
  revoke(project: string): Promise<void>;
}

/** Opens the keys kept at `path`; a new file starts with one key for `firstProject`. */
export async function openApiKeys(path: string, firstProject: string): Promise<ApiKeys> {
  const stored = await readJsonFile(path);
  const keys = new Map<string, string>();
  if (isRecord(stored)) {
    for (const [project, key] of Object.entries(stored)) {
      if (typeof key === 'string') keys.set(project, key);
    }
  }
  const save = (): Promise<void> =>
    writePrivateFile(path, `${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`);
  const create = async (project: string): Promise<string> => {
    if (keys.has(project)) throw new Error(`project ${project} has a key already`);
    const key = `cd-demo-${randomBytes(24).toString('base64url')}`;
    keys.set(project, key);
    await save();
    return key;
  };
  if (!isRecord(stored)) await create(firstProject);
  return {
    of: (project) => keys.get(project),
    projectOf: (key) => [...keys].find(([, one]) => one === key)?.[0],
    create,
    revoke: async (project) => {
      keys.delete(project);
      await save();
    },
  };
}
