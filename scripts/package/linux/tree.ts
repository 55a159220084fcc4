import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../../toolchain.mjs';
import { metadata } from '../metadata.ts';
import { changelogFile, compress, desktopFile, linuxText } from './texts.ts';

const { name } = metadata;

/** The helper for Chromium's sandbox if users cannot create namespaces: it runs as root for anybody. */
export const helper = `usr/lib/${name}/chrome-sandbox`;

/**
 * Stages at `folder` what the deb and the rpm install, with its final modes except those of `helper`, which the
 * packages set. @param unpacked electron-builder's folder for Linux
 */
export function createTree(folder: string, unpacked: string, version: string): void {
  rmSync(folder, { recursive: true, force: true });
  const write = (path: string, content: string | Buffer): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const app = join(folder, 'usr/lib', name);
  cpSync(unpacked, app, { recursive: true });
  const doc = `usr/share/doc/${name}`;
  mkdirSync(join(folder, doc), { recursive: true });
  for (const file of ['THIRD-PARTY-NOTICES.txt', 'LICENSE.electron.txt']) {
    renameSync(join(app, file), join(folder, doc, file));
  }
  const chromium = join(app, 'LICENSES.chromium.html');
  write(`${doc}/LICENSES.chromium.html.gz`, compress(readFileSync(chromium)));
  rmSync(chromium);
  const moved = ['THIRD-PARTY-NOTICES.txt', 'LICENSE.electron.txt', 'LICENSES.chromium.html'];
  const parts = readFileSync(join(app, 'parts'), 'utf8').split('\n');
  write(`usr/lib/${name}/parts`, parts.filter((part) => !moved.includes(part)).join('\n'));
  write(`${doc}/copyright`, linuxText('copyright', version));
  write(`${doc}/changelog.gz`, compress(changelogFile(version)));
  write(`usr/share/man/man1/${name}.1.gz`, compress(linuxText(`${name}.1`, version)));
  write(`usr/share/applications/${name}.desktop`, desktopFile);
  write(`usr/share/mime/packages/${name}.xml`, linuxText('mime.xml', version));
  const metainfo = linuxText('metainfo.xml', version);
  const [, id = ''] = /<id>(.*)<\/id>/.exec(metainfo) ?? [];
  write(`usr/share/metainfo/${id}.metainfo.xml`, metainfo);
  write(
    `usr/share/lintian/overrides/${name}`,
    readFileSync(join(root, 'assets/linux/lintian-overrides')),
  );
  for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) {
    const picture = readFileSync(join(root, `assets/icons/${size}x${size}.png`));
    write(`usr/share/icons/hicolor/${size}x${size}/apps/${name}.png`, picture);
  }
  write(
    `usr/share/icons/hicolor/scalable/apps/${name}.svg`,
    readFileSync(join(root, 'assets/icon.svg')),
  );
  mkdirSync(join(folder, 'usr/bin'));
  symlinkSync(`../lib/${name}/${name}`, join(folder, 'usr/bin', name));
  setModes(folder);
}

/** Removes write permission for others, whatever the packer's mask. */
export function setModes(folder: string): void {
  chmodSync(folder, 0o755);
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.isSymbolicLink()) continue;
    const path = join(entry.parentPath, entry.name);
    const runs = entry.isDirectory() || (statSync(path).mode & 0o100) !== 0;
    const library = /\.so(?:\.\d+)*$/.test(entry.name);
    chmodSync(path, runs && !library ? 0o755 : 0o644);
  }
}
