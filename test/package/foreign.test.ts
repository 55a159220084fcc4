import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listPackage } from '@electron/asar';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findProgram } from '../../scripts/lanes/needs.ts';
import { readFuses } from '../../scripts/package/fuses.ts';
import { removeFolder, root, temporaryFolder } from '../electron/support/desk.ts';
import { macSkeleton, windowsSkeleton } from './support/foreign-electron.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => removeFolder(folder));

/** Packs the app around as much of another system's Electron as electron-builder looks at. @returns the folder */
function pack(system: 'mac' | 'win', electron: string, ...more: readonly string[]): string {
  const output = join(folder, system);
  const done = run(process.execPath, [
    join(root, 'scripts/package/run.ts'),
    ...[`--${system}`, 'dir', '--x64', ...more],
    ...[`-c.electronDist=${electron}`, '-c.electronVersion=33.2.1'],
    `-c.directories.output=${output}`,
  ]);
  if (done.status !== 0) throw new Error(done.output);
  return output;
}

function run(command: string, args: readonly string[], env: Record<string, string> = {}) {
  const done = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, ...env },
  });
  return { status: done.status, output: `${done.stdout}${done.stderr}` };
}

describe('the app for macOS', () => {
  let contents: string;
  beforeAll(() => {
    const output = pack('mac', macSkeleton(join(folder, 'mac-electron')));
    contents = join(output, 'mac/Compute Desk.app/Contents');
  });

  const value = (key: string): string | undefined => {
    const text = readFileSync(join(contents, 'Info.plist'), 'utf8');
    const after = text.split(`<key>${key}</key>`)[1] ?? '';
    return /^\s*<(?:string>([^<]*)<|(true|false)\/>)/.exec(after)?.slice(1).find(Boolean);
  };

  test('its Info.plist has the name, the files and the scheme, and asks for no camera', () => {
    const text = readFileSync(join(contents, 'Info.plist'), 'utf8');
    expect(value('CFBundleIdentifier')).toBe('app.compute-desk');
    expect(value('CFBundleName')).toBe('Compute Desk');
    expect(text).toMatch(/<key>CFBundleURLSchemes<\/key>\s*<array>\s*<string>compute-desk</);
    for (const ending of ['p12', 'pfx', 'computedesk']) {
      expect(text).toContain(`<string>${ending}</string>`);
    }
    expect(text.match(/<key>\w+UsageDescription/g)).toEqual([
      '<key>NSLocalNetworkUsageDescription',
    ]);
    for (const language of ['en', 'ja']) {
      const strings = join(contents, `Resources/${language}.lproj/InfoPlist.strings`);
      expect(readFileSync(strings, 'utf8')).toContain('"NSLocalNetworkUsageDescription" = ');
    }
    expect(value('NSAllowsArbitraryLoads')).toBe('false');
  });

  test('its asar is held to a hash, and its fuses are set', async () => {
    expect(value('algorithm')).toBe('SHA256');
    const fuses = await readFuses(join(contents, '../../Compute Desk.app'));
    expect(fuses).toMatchObject({
      ...{ RunAsNode: false, EnableNodeOptionsEnvironmentVariable: false },
      ...{ EnableEmbeddedAsarIntegrityValidation: true, OnlyLoadAppFromAsar: true },
    });
    const files = listPackage(join(contents, 'Resources/app.asar'), { isPack: false });
    expect(files).toContain('/dist/main/electron.js');
    expect(existsSync(join(contents, 'Resources/app.asar.unpacked'))).toBe(false);
  });
});

describe('the app for Windows', () => {
  test('is its folder with the asar’s hash in the program, two languages, and fuses set', async () => {
    const electron = windowsSkeleton(join(folder, 'win-electron'));
    const output = pack('win', electron, '-c.win.signAndEditExecutable=false');
    const unpacked = join(output, 'win-unpacked');
    expect(readdirSync(unpacked).sort()).toEqual([
      ...['Compute Desk.exe', 'THIRD-PARTY-NOTICES.txt', 'locales', 'resources'],
    ]);
    expect(readdirSync(join(unpacked, 'locales')).sort()).toEqual(['en-US.pak', 'ja.pak']);
    expect(readdirSync(join(unpacked, 'resources'))).toEqual(['app.asar']);
    const program = join(unpacked, 'Compute Desk.exe');
    expect(readFileSync(program).includes('resources\\\\app.asar')).toBe(true);
    expect(await readFuses(program)).toMatchObject({ RunAsNode: false });
  });

  test('its installer’s own part compiles', () => {
    if (findProgram('makensis') === undefined) {
      console.log('skipped: the installer’s own part (makensis is not here)');
      return;
    }
    const script = join(folder, 'part.nsi');
    writeFileSync(script, installer);
    const done = run('makensis', ['-V2', '-WX', script]);
    expect(done, done.output).toMatchObject({ status: 0 });
  });
});

test('a release is told what will be signed, and half a way to sign is refused', () => {
  const script = join(root, 'scripts/package/run.ts');
  const dry = run(process.execPath, [script, '--dry-run', '--win', '--mac'], {
    ...{ WIN_CSC_LINK: 'of-no-file', WIN_CSC_KEY_PASSWORD: 'not told' },
  });
  expect(dry.status, dry.output).toBe(0);
  expect(dry.output).toContain('Windows: signed by WIN_CSC_LINK, WIN_CSC_KEY_PASSWORD');
  expect(dry.output).toContain('macOS: not notarised');
  expect(dry.output).not.toContain('not told');
  const half = run(process.execPath, [script, '--win'], { WIN_CSC_LINK: 'of-no-file' });
  expect(half.status).toBe(1);
  expect(half.output).toContain('WIN_CSC_KEY_PASSWORD is not set');
});

/** As much of electron-builder's installer.nsi as needs none of its plug-ins, which are a download. */
const installer = String.raw`
Unicode true
!include LogicLib.nsh
!define PRODUCT_NAME "Compute Desk"
!define APP_EXECUTABLE_FILENAME "Compute Desk.exe"
; StdUtils, a plug-in, asks it of the command line.
!macro _isUpdated _a _b _t _f
  !insertmacro _== "$R9" "true" "${'$'}{_t}" "${'$'}{_f}"
!macroend
!define isUpdated '"" isUpdated ""'
!include "${join(root, 'assets/win/protocol.nsh')}"
Name "Compute Desk"
OutFile "compute-desk-part.exe"
RequestExecutionLevel user
InstallDir "$LOCALAPPDATA\Programs\compute-desk"
Page instfiles
UninstPage instfiles
Section
  SetShellVarContext current
  !insertmacro customInstall
  WriteUninstaller "$INSTDIR\uninstall.exe"
SectionEnd
Section "un.install"
  !insertmacro customUnInstall
SectionEnd
`;
