import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { artifactName, configuration, metadata } from '../metadata.ts';
import { sourceDate } from '../source-date.ts';
import { runTool } from './tool.ts';
import { helper, setModes } from './tree.ts';

/** Makes the deb from a staged tree (`createTree`). @returns its path */
export function makeDeb(output: string, tree: string, version: string): string {
  const folder = `${tree}-deb`;
  rmSync(folder, { recursive: true, force: true });
  cpSync(tree, folder, { recursive: true, verbatimSymlinks: true });
  setModes(folder);
  chmodSync(join(folder, helper), 0o4755);
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort();
  const kilobytes = files.reduce((sum, file) => sum + Math.ceil(statSync(file).size / 1024), 0);
  const sums = files.map((file) => {
    const sum = createHash('md5').update(readFileSync(file)).digest('hex');
    return `${sum}  ${relative(folder, file)}\n`;
  });
  const control = join(folder, 'DEBIAN');
  mkdirSync(control, { mode: 0o755 });
  chmodSync(control, 0o755);
  for (const [name, text] of [
    ['control', controlFile(version, kilobytes)],
    ['md5sums', sums.join('')],
  ] as const) {
    writeFileSync(join(control, name), text);
    chmodSync(join(control, name), 0o644);
  }
  const file = join(output, artifactName('deb', version));
  // Debian 12 and Ubuntu 22.04 read Zstandard, and unpack it in a fraction of the time.
  runTool('dpkg-deb', ['--root-owner-group', '-Zzstd', '-z12', '--build', folder, file], {
    SOURCE_DATE_EPOCH: String(sourceDate()),
  });
  rmSync(folder, { recursive: true });
  return file;
}

function controlFile(version: string, kilobytes: number): string {
  const { name, contact, summary } = metadata;
  const { depends, recommends, packageCategory, priority } = configuration.deb;
  return `Package: ${name}
Version: ${version}
Architecture: amd64
Maintainer: ${contact}
Installed-Size: ${kilobytes}
Depends: ${depends.join(', ')}
Recommends: ${recommends.join(', ')}
Section: ${packageCategory}
Priority: ${priority}
Description: ${summary}
${folded(configuration.linux.description)}
`;
}

/** Folds lines of a description as in Debian's control files. */
function folded(text: string): string {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > 76) lines.push(` ${word}`);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}
