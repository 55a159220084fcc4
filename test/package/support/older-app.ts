import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createPackage, extractAll } from '@electron/asar';

/**
 * Makes another version of a packed app, as different from this one as can be: it has another number, and no part of
 * its page is called as in this one.
 * @param asar `resources/app.asar`, which is written anew
 * @param now the number of this one
 */
export async function makeOlder(asar: string, now: string, before: string): Promise<void> {
  const folder = `${asar}.unpacked-here`;
  extractAll(asar, folder);
  const texts = filesBelow(folder).filter((file) => /\.(?:js|cjs|css|html|json)$/.test(file));
  const assets = readdirSync(join(folder, 'dist/renderer/assets')).sort();
  const renamed = new Map(assets.map((name) => [name, name.replace(/\.\w+$/, '-older$&')]));
  const inPage = join(folder, 'dist/renderer');
  for (const file of texts) {
    const text = readFileSync(file, 'utf8');
    const numbered = file.startsWith(inPage)
      ? text.replaceAll(/[\w.-]+\.\w+/g, (name) => renamed.get(name) ?? name)
      : text.replaceAll(
          new RegExp(`(["'\`])${now.replaceAll('.', '\\.')}\\1`, 'g'),
          `$1${before}$1`,
        );
    if (numbered !== text) writeFileSync(file, numbered);
  }
  for (const file of filesBelow(join(inPage, 'assets'))) {
    const other = renamed.get(basename(file));
    if (other !== undefined) renameSync(file, join(file, '..', other));
  }
  await createPackage(folder, asar);
  rmSync(folder, { recursive: true });
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
}
