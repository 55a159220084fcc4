import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { lineOf } from './files.ts';
import { type Checker, error, type Finding, warning } from './finding.ts';
import { type LockedPackage, type LockedPackages, missingOptional } from './lock.ts';

const longest = 350;

/** Returns the files in git, from the index, so that a file counts before its commit. */
async function trackedFiles(root: string): Promise<string[]> {
  const listing = await promisify(execFile)('git', ['ls-files', '-z'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  return listing.stdout.split('\0').filter((file) => file !== '');
}

/** A lock file without download addresses installs from any registry. */
export const lockFiles: Checker = async (root) => {
  const files = (await trackedFiles(root)).filter((file) => file.endsWith('package-lock.json'));
  const findings = await Promise.all(
    files.map(async (file) => {
      const lock = JSON.parse(await readFile(join(root, file), 'utf8')) as {
        packages: LockedPackages;
      };
      return [
        ...missingOptional(lock.packages).map(({ name }) =>
          error(
            file,
            `${name} is missing, so npm ci refuses: choose a version whose packages are all offered`,
          ),
        ),
        ...Object.entries(lock.packages).flatMap(([path, entry]) =>
          lockedPackage(file, path, entry),
        ),
      ];
    }),
  );
  return findings.flat();
};

function lockedPackage(file: string, path: string, entry: LockedPackage): Finding[] {
  if (path === '' || entry.link) return [];
  if (entry.resolved !== undefined) {
    return [error(file, `${path} names where it is downloaded from`)];
  }
  return entry.integrity === undefined ? [error(file, `${path} has no integrity`)] : [];
}

/** Text that is valid on one computer only. Written so that this file does not match itself. */
const local: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: 'a path of one machine',
    pattern: /(?<![\w.~/])\/(?:work|home\/\w+|Users\/\w+)\/[\w.-]+/g,
  },
  {
    what: 'the host of a package registry',
    pattern: /\b(?:registry\.[\w-]+\.(?:org|com)|(?:deb\.debian|pypi|pythonhosted)\.org)\b/g,
  },
];

/** Paths of one computer and registry hosts do not belong in commits. */
export const places: Checker = async (root) => {
  const files = (await trackedFiles(root)).filter(isText);
  const findings = await Promise.all(
    files.map(async (file) => {
      const text = await read(root, file);
      return local.flatMap(({ what, pattern }) =>
        [...text.matchAll(pattern)].map((match) =>
          error(`${file}:${lineOf(text, match.index)}`, `${what}: ${match[0]}`),
        ),
      );
    }),
  );
  return findings.flat();
};

/** Lists long files, which usually have more than one subject. */
export const fileLengths: Checker = async (root) => {
  const files = (await trackedFiles(root)).filter((file) => /\.(ts|tsx|mjs|css)$/.test(file));
  const findings = await Promise.all(
    files.map(async (file) => {
      const lines = (await read(root, file)).split('\n').length - 1;
      return lines > longest ? [warning(file, `${lines} lines, more than ${longest}`)] : [];
    }),
  );
  return findings.flat();
};

function isText(file: string): boolean {
  return !/\.(png|ico|icns|p12|woff2?|zip|der|jpg|webp)$/.test(file);
}

/** A file that was just deleted is still in the index. */
async function read(root: string, file: string): Promise<string> {
  try {
    return await readFile(join(root, file), 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw cause;
  }
}
