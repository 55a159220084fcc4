import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { AfterPackContext } from 'electron-builder';
import { setFuses } from './fuses.ts';
import { metadata } from './metadata.ts';

/** electron-builder calls this once the app is complete and not yet signed. */
export default async function afterPack(context: AfterPackContext): Promise<void> {
  const { appOutDir, packager, electronPlatformName } = context;
  // A plain Electron's own app, which would start any folder named on the command line.
  await rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true });
  const { productFilename } = packager.appInfo;
  const binaries: Record<string, string> = {
    darwin: `${productFilename}.app`,
    mas: `${productFilename}.app`,
    win32: `${productFilename}.exe`,
    linux: metadata.program,
  };
  const name = binaries[electronPlatformName];
  if (name === undefined) throw new Error(`no binary known for ${electronPlatformName}`);
  // A snapshot that is turned off (fuses.ts): an unused hundred megabytes.
  await rm(join(appOutDir, 'browser_v8_context_snapshot.bin'), { force: true });
  if (electronPlatformName === 'darwin') await allowNoLoads(join(appOutDir, name));
  // Only macOS has the signing tool.
  const resign = electronPlatformName === 'darwin' && process.platform === 'darwin';
  await setFuses(join(appOutDir, name), { resign });
  if (electronPlatformName === 'linux') await listParts(appOutDir);
}

/** Writes the list that the start program of the app checks (assets/linux/compute-desk). */
async function listParts(folder: string): Promise<void> {
  const files = (await readdir(folder, { withFileTypes: true, recursive: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)))
    .sort();
  await writeFile(join(folder, 'parts'), files.map((file) => `${file}\n`).join(''));
}

/**
 * electron-builder allows an app to load anything unencrypted through the system's own means, for an updater that this
 * app does not have; Chromium and Node.js do not use them.
 */
async function allowNoLoads(app: string): Promise<void> {
  const file = join(app, 'Contents/Info.plist');
  const [before, after, ...more] = (await readFile(file, 'utf8')).split(
    '<key>NSAllowsArbitraryLoads</key>',
  );
  if (after === undefined || more.length > 0) throw new Error('Info.plist is another than it was');
  const refused = after.replace('<true/>', '<false/>');
  await writeFile(file, `${before}<key>NSAllowsArbitraryLoads</key>${refused}`);
}
