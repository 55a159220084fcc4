import { afterAll, beforeAll } from 'vitest';
import { makePki, type Pki } from './pki.ts';
import { temporaryFolder } from './world.ts';

/** Authorities, servers and users of all tests of a group, which are gone with it. */
export function pkiForAll(): () => Pki {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let pki: Pki;
  beforeAll(async () => {
    folder = await temporaryFolder();
    pki = await makePki(folder.path);
  });
  afterAll(() => folder.remove());
  return () => pki;
}
