import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { type CheckerName, checkers } from '../../scripts/check/checkers.ts';
import type { Finding } from '../../scripts/check/finding.ts';
import { root } from '../../scripts/toolchain.mjs';
import { testFolder } from '../support/files/folder.ts';

/** A copy of this repository for one test to spoil. */
export interface Tree {
  readonly folder: string;
  read(file: string): string;
  write(file: string, text: string): void;
  append(file: string, text: string): void;
  /** The errors of one checker, each as `place: message`. */
  errors(checker: CheckerName): Promise<string[]>;
  /** The same with warnings. */
  findings(checker: CheckerName): Promise<readonly Finding[]>;
  /** Gives it the packages of this repository. */
  linkModules(): void;
  /** Makes it a git repository with everything added. */
  addToGit(): void;
}

export function copyOfTheTree(): Tree {
  const tree = emptyTree();
  const listing = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8' },
  );
  for (const file of new Set(listing.split('\0'))) {
    if (file === '' || /\.(png|ico|icns)$/.test(file)) continue;
    // Another process may be moving a file just now; the copy is then without it.
    cpSync(join(root, file), join(tree.folder, file), { force: true });
  }
  tree.linkModules();
  // What the compiler noted here holds for all that the test leaves as it is.
  const notes = join(root, '.cache/types');
  if (existsSync(notes)) cpSync(notes, join(tree.folder, '.cache/types'), { recursive: true });
  return tree;
}

export function emptyTree(): Tree {
  const folder = testFolder();
  const git = (...args: string[]): void => void execFileSync('git', args, { cwd: folder });
  const findings = (checker: CheckerName) => checkers[checker](folder);
  return {
    folder,
    findings,
    read: (file) => readFileSync(join(folder, file), 'utf8'),
    write(file, text) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    },
    append: (file, text) => appendFileSync(join(folder, file), text),
    async errors(checker) {
      const found = await findings(checker);
      return found
        .filter(({ level }) => level === 'error')
        .map(({ place, message }) => `${place}: ${message}`);
    },
    linkModules() {
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
    },
    addToGit() {
      git('init', '--quiet');
      git('add', '--all');
    },
  };
}
