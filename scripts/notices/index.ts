import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asModule, asText, noticesOf } from './make.ts';

/**
 * Writes the notices of everything that ships: as a module of the page and as a text for the package. Writes nothing if
 * some build has never been made.
 * @param names of the builds
 * @throws Error that names packages without a licence text
 */
export function writeNotices(root: string, names: readonly string[]): void {
  const dist = join(root, 'dist');
  const lists = names.map((name) => join(dist, `.${name}.files.json`));
  if (!lists.every((list) => existsSync(list))) return;
  const files = lists.flatMap((list) => JSON.parse(readFileSync(list, 'utf8')) as string[]);
  const notices = noticesOf(files, root);
  writeFileSync(join(dist, 'renderer/notices.js'), asModule(notices));
  writeFileSync(join(dist, 'THIRD-PARTY-NOTICES.txt'), asText(notices));
}
