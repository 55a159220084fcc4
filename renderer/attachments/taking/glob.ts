import picomatch from 'picomatch/posix';
import { withoutTrailingSlashes } from '../../../preload/contract/trim.ts';

/** Folders that are never looked into: nobody attaches them, and they hold more files than all others. */
export const neverEntered: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules']);

/** What is left out unless the user says otherwise: made by programs, or secret. */
export const usualExcludes = [
  '__pycache__/',
  '.venv/',
  'venv/',
  'target/',
  'dist/',
  'build/',
  'coverage/',
  '.cache/',
  '.idea/',
  '.vscode/',
  '.DS_Store',
  '*.lock',
  'package-lock.json',
  '*.min.js',
  '*.map',
  '.env',
  '.env.*',
  '*.pem',
  '*.key',
  '*.p12',
  '*.pfx',
];

/** A `.gitignore` and the folder it stands in, from the root: empty for the root's own. */
export interface IgnoreFile {
  readonly folder: string;
  readonly text: string;
}

interface Rule {
  readonly leavesOut: boolean;
  readonly matches: (path: string) => boolean;
}

/**
 * Chooses among the files below a folder. Patterns are read as in `.gitignore`: one without a slash
 * fits a name at any depth, one that ends in a slash fits folders, `!` takes back, the last that fits wins.
 */
export function createFilter(options: {
  /** None: everything. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly ignoreFiles: readonly IgnoreFile[];
}): (path: string) => boolean {
  const include = options.include.flatMap((line) => ruleOf(line, '', true) ?? []);
  const exclude = [
    ...options.exclude.flatMap((line) => ruleOf(line, '', true) ?? []),
    // What stands deeper wins over what stands higher.
    ...[...options.ignoreFiles]
      .sort((a, b) => a.folder.length - b.folder.length)
      .flatMap(({ folder, text }) =>
        text.split(/\r?\n/).flatMap((line) => ruleOf(line, folder, false) ?? []),
      ),
  ];
  return (path) => (include.length === 0 || decide(include, path)) && !decide(exclude, path);
}

function decide(rules: readonly Rule[], path: string): boolean {
  return rules.findLast(({ matches }) => matches(path))?.leavesOut ?? false;
}

/** @param ours a pattern of the user: braces and lists work too */
function ruleOf(line: string, folder: string, ours: boolean): Rule | null {
  const trimmed = withoutEndingBlanks(line).trimStart();
  if (trimmed === '' || trimmed.startsWith('#')) return null;
  const takesBack = trimmed.startsWith('!');
  const pattern = takesBack ? trimmed.slice(1) : trimmed;
  const foldersOnly = pattern.endsWith('/');
  const bare = withoutTrailingSlashes(pattern.replace(/^\//, ''));
  if (bare === '') return null;
  const anchored = withoutTrailingSlashes(pattern).includes('/');
  const whole = anchored ? bare : `**/${bare}`;
  const options = { dot: true, nonegate: true, nobrace: !ours, noextglob: true };
  const below = picomatch(`${whole}/**`, options);
  const itself = foldersOnly ? () => false : picomatch(whole, options);
  const start = folder === '' ? '' : `${folder}/`;
  return {
    leavesOut: !takesBack,
    matches(path) {
      if (!path.startsWith(start)) return false;
      const inside = path.slice(start.length);
      return itself(inside) || below(inside);
    },
  };
}

/** Blanks at the end do not count, but one that a backslash keeps. */
function withoutEndingBlanks(line: string): string {
  const bare = line.trimEnd();
  return bare.endsWith('\\') ? line.slice(0, bare.length + 1) : bare;
}

/** Patterns as typed: by lines or commas, commas within braces kept. */
export function patternsOf(text: string): string[] {
  return text
    .split(/[\n,](?![^{\n]*\})/)
    .map((pattern) => pattern.trim())
    .filter((pattern) => pattern !== '');
}
