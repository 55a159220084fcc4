import { hostname } from 'node:os';
import type { Certificate } from '../../../preload/contract/systems/certificates.ts';
import { homeFolder } from '../../base/files/home-folder.ts';
import { userName } from '../../base/log/user-name.ts';
import { personalAttributes } from '../../base/redaction/index.ts';
import type { SystemsReader } from '../../systems/list/types.ts';

/** Returns the names known to the app that show who the user is, and where. */
export async function personalNames(deps: {
  readonly certificates: { all(): readonly Certificate[] };
  readonly systems: Pick<SystemsReader, 'state'>;
  /** Returns words of a system that name a person. */
  readonly wordsOf: (systemId: string) => Promise<readonly string[]>;
}): Promise<string[]> {
  const { systems } = deps.systems.state();
  const words = await Promise.all(systems.map(({ id }) => deps.wordsOf(id)));
  const certificates = deps.certificates
    .all()
    .flatMap(({ name, leaf }) => [name, ...personalAttributes(leaf.subject)]);
  return [homeFolder() ?? '', userName(), hostname(), ...certificates, ...words.flat()]
    .map((name) => name.trim().replace(/\\$/, ''))
    .filter((name) => name !== '' && name !== '/');
}
