import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../../lanes/needs.ts';
import { root } from '../../toolchain.mjs';
import { artifactName, metadata } from '../metadata.ts';
import { sha256 } from '../site/sums.ts';
import { sourceDate } from '../source-date.ts';
import { desktopFile } from './texts.ts';
import { runTool } from './tool.ts';
import { setModes } from './tree.ts';

/**
 * The small program at the start of an AppImage (AppImageKit 8bbf694, for x86-64), from the crate `appimage`;
 * docs/packages.md has its licences. Others are refused.
 */
export const appImageRuntime = {
  commit: '8bbf694',
  crate: 'appimage',
  version: '0.4.0',
  file: 'assets/runtime-x86_64',
  sha256: '328e0d745c5c6817048c27bc3e8314871703f8f47ffa81a37cb06cd95a94b323',
};

/** Licences of that program, in every AppImage. */
export const runtimeLicences = 'LICENSES.appimage.txt';

/**
 * Returns the path of that program, downloaded once by cargo and kept in `.cache/`; else why it is unavailable.
 * @throws Error if it is another one
 */
export function findRuntime(): { path: string } | { obstacle: string } {
  const path = join(root, '.cache', `appimage-runtime-${appImageRuntime.sha256.slice(0, 12)}`);
  if (existsSync(path) && sha256(path) === appImageRuntime.sha256) return { path };
  if (findProgram('cargo') === undefined) return { obstacle: 'cargo is not installed' };
  const work = mkdtempSync(join(tmpdir(), 'compute-desk-appimage-'));
  try {
    const found = fetchCrate(work);
    if (found === undefined)
      return { obstacle: `cargo cannot get the crate ${appImageRuntime.crate}` };
    const sum = sha256(found);
    if (sum !== appImageRuntime.sha256)
      throw new Error(`the runtime of AppImages is another: ${sum}`);
    mkdirSync(join(root, '.cache'), { recursive: true });
    cpSync(found, path);
    return { path };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Returns the program in the crate, which cargo puts into a folder; nothing of it is compiled. */
function fetchCrate(work: string): string | undefined {
  const { crate, version, file } = appImageRuntime;
  // Its dependencies are empty crates here, so that they are not downloaded.
  const empty = { anyhow: '1.99.0', xcommon: '0.3.99' };
  writePackage(join(work, 'stub'), 'stub', '0.0.0', [
    '[dependencies]',
    `${crate} = "=${version}"`,
    '[patch.crates-io]',
    ...Object.keys(empty).map((name) => `${name} = { path = "../${name}" }`),
  ]);
  for (const [name, number] of Object.entries(empty)) {
    writePackage(join(work, name), name, number, []);
  }
  const vendored = join(work, 'vendored');
  const done = spawnSync('cargo', ['vendor', '--quiet', '--versioned-dirs', vendored], {
    cwd: join(work, 'stub'),
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (done.status !== 0) return undefined;
  const found = join(vendored, `${crate}-${version}`, file);
  return existsSync(found) ? found : undefined;
}

function writePackage(
  folder: string,
  name: string,
  version: string,
  more: readonly string[],
): void {
  mkdirSync(folder);
  const head = ['[package]', `name = "${name}"`, `version = "${version}"`, 'edition = "2021"'];
  const lines = [...head, '[lib]', 'path = "lib.rs"', ...more, ''];
  writeFileSync(join(folder, 'Cargo.toml'), lines.join('\n'));
  writeFileSync(join(folder, 'lib.rs'), '');
}

/** Makes the AppImage from electron-builder's folder for Linux. @returns its path */
export function makeAppImage(
  output: string,
  unpacked: string,
  version: string,
  program: string,
): string {
  const { name } = metadata;
  const folder = join(output, '.work', `${name}.AppDir`);
  rmSync(folder, { recursive: true, force: true });
  cpSync(unpacked, folder, { recursive: true });
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  cpSync(join(root, 'assets/linux', runtimeLicences), join(folder, runtimeLicences));
  writeFileSync(join(folder, `${name}.desktop`), desktopFile);
  cpSync(join(root, 'assets/icons/256x256.png'), join(folder, `${name}.png`));
  symlinkSync(`${name}.png`, join(folder, '.DirIcon'));
  symlinkSync(name, join(folder, 'AppRun'));
  setModes(folder);
  const content = join(output, '.work/appimage.squashfs');
  const time = String(sourceDate());
  // Of mksquashfs's compressions the runtime reads gzip and xz.
  runTool(
    'mksquashfs',
    [
      folder,
      content,
      '-comp',
      'gzip',
      '-Xcompression-level',
      '6',
      '-root-owned',
      '-noappend',
      '-no-xattrs',
      '-no-progress',
      '-all-time',
      time,
      '-mkfs-time',
      time,
    ],
    // It accepts only one of the two.
    { SOURCE_DATE_EPOCH: undefined },
  );
  const file = join(output, artifactName('appImage', version));
  writeFileSync(file, Buffer.concat([readFileSync(program), readFileSync(content)]));
  chmodSync(file, 0o755);
  for (const made of [folder, content]) rmSync(made, { recursive: true });
  return file;
}
