import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesBelow } from '../files.ts';
import { type Checker, error, type Finding, warning } from '../finding.ts';
import { patternsOf } from './collect.ts';
import { listed } from './listed.ts';
import { whyUnsafe } from './prove.ts';

/** Proven expressions as `/source/flags`: proving all again takes minutes. */
export const provenFile = 'scripts/check/patterns/proven.json';

/**
 * Every regular expression in shipped code is linear on any text, since sooner or later it gets an attacker's text: 64
 * KB are enough to block the app for seconds. New ones are proven at once; `npm run patterns` records them.
 */
export const patterns: Checker = async (root) => {
  const proven = await notedPatterns(root);
  const answers = new Map<string, string | null>();
  const findings: Finding[] = [];
  const met = new Set<unknown>();
  for (const { file, line, source, flags, text } of await collect(root)) {
    const place = `${file}:${line}`;
    const name = source === null ? null : nameOf(source, flags);
    const entry = listed.find((one) => one.file === file && one.name === name);
    if (entry !== undefined) {
      met.add(entry);
      continue;
    }
    if (source === null || name === null) {
      findings.push(
        error(place, `${text} is made while the app runs: write it out, or list it with a reason`),
      );
      continue;
    }
    if (proven.has(name)) continue;
    if (!answers.has(name)) answers.set(name, await whyUnsafe(source, flags));
    const reason = answers.get(name);
    if (reason) findings.push(error(place, `${name} may be slow: ${reason}`));
  }
  const unused = listed.filter((one) => !met.has(one));
  return [
    ...findings,
    ...unused.map(({ file, name }) => warning(file, `${name} is listed and not there`)),
  ];
};

/** Returns everything in the tree that can be proven: the right content of `proven.json`. */
export async function proveAll(root: string): Promise<string[]> {
  const proven = await notedPatterns(root);
  const names = new Set<string>();
  for (const { source, flags } of await collect(root)) {
    if (source === null) continue;
    const name = nameOf(source, flags);
    if (names.has(name)) continue;
    if (proven.has(name) || (await whyUnsafe(source, flags)) === null) names.add(name);
  }
  return [...names].sort();
}

function nameOf(source: string, flags: string): string {
  return `/${source}/${flags}`;
}

async function collect(root: string) {
  const files = await filesBelow(root, ['common', 'main', 'preload', 'renderer'], ['.ts', '.tsx']);
  const lists = await Promise.all(
    files.map(async (file) => {
      const found = patternsOf(file, await readFile(join(root, file), 'utf8'));
      return found.map((pattern) => ({ file, ...pattern }));
    }),
  );
  return lists.flat();
}

/** Returns the recorded proofs: `test/fuzz/patterns.test.ts` proves them again. */
export async function notedPatterns(root: string): Promise<ReadonlySet<string>> {
  try {
    return new Set(JSON.parse(await readFile(join(root, provenFile), 'utf8')) as string[]);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return new Set();
    throw cause;
  }
}
