import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type AfterPackContext, Arch } from 'electron-builder';
import { root } from '../toolchain.mjs';
import { compiledFolder, makeCodeCache } from './code-cache/index.ts';

const binaries: Readonly<Record<string, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
  linux: 'electron',
};

process.once('exit', () => rmSync(join(root, compiledFolder), { recursive: true, force: true }));

/** electron-builder calls this once Electron is in the package's folder, before anything of the app. */
export default function afterExtract(context: AfterPackContext): void {
  const { arch, electronPlatformName, packager } = context;
  const target = `${packager.platform.buildConfigurationKey}-${Arch[arch]}`;
  const output = join(root, compiledFolder, target);
  // electron-builder.yml names the folder by it.
  process.env.COMPUTE_DESK_COMPILED = compiledFolder;
  // If nothing is written electron-builder would warn about a missing folder.
  mkdirSync(output, { recursive: true });
  const runs = electronPlatformName === process.platform && Arch[arch] === process.arch;
  const why = runs ? makeFor(context, output) : 'an Electron of that kind does not run here';
  if (why !== null)
    console.log(`${target}: the package starts slower, without what V8 makes of its code: ${why}`);
}

function makeFor({ appOutDir, electronPlatformName }: AfterPackContext, output: string) {
  const name = binaries[electronPlatformName];
  if (name === undefined) return `no binary known for ${electronPlatformName}`;
  return makeCodeCache(join(appOutDir, name), join(root, 'dist/main'), output);
}
