import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AfterPackContext } from 'electron-builder';
import { setFuses } from './fuses.ts';

/** electron-builder calls this when the app is put together and not yet signed. */
export default async function afterPack(context: AfterPackContext): Promise<void> {
  const { appOutDir, packager, electronPlatformName } = context;
  // A plain Electron's own app, which would start any folder named on the command line.
  await rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true });
  const { productFilename } = packager.appInfo;
  const binaries: Record<string, string> = {
    darwin: `${productFilename}.app`,
    mas: `${productFilename}.app`,
    win32: `${productFilename}.exe`,
    linux: 'compute-desk',
  };
  const name = binaries[electronPlatformName];
  if (name === undefined) throw new Error(`no binary known for ${electronPlatformName}`);
  await setFuses(join(appOutDir, name), { resign: electronPlatformName === 'darwin' });
}
