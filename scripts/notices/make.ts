import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { given, inside } from './given.ts';

/** A package of which something ships, with the texts that its authors require. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  /** The SPDX name: `MIT`. */
  readonly licence: string;
  /** Every licence and notice of its shipped parts. */
  readonly text: string;
}

interface Part {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  readonly folder: string;
  /** Folders below it from which something ships. */
  readonly from: Set<string>;
}

/** Code that the bundler and its plugins write themselves, with its owners. */
const written: readonly (readonly [RegExp, string])[] = [
  [/^rolldown\//, 'rolldown'],
  [/^vite\/|^__vite-/, 'vite'],
  [/^@oxc-project\+runtime/, 'rolldown'],
  // its styles are included in ours without a file name
  [/\/renderer\/styles\/app\.css$/, 'tailwindcss'],
];
const licenceFile = /^(?:licen[cs]e|copying|notice|unlicense)/i;

/**
 * Returns the notices of every package with files in a build, and of those bundled inside them, by name.
 * @param files ids of modules and absolute paths of assets, as `noteFiles` lists them
 * @param root the folder above node_modules
 * @throws Error that names each package without a known licence text
 */
export function noticesOf(files: Iterable<string>, root: string): readonly Notice[] {
  const parts = new Map<string, Part>();
  const embedded = new Set<string>();
  for (const id of files) {
    const path = id.replace(/^\0/, '').replace(/\?.*$/, '');
    const [, writer] = written.find(([pattern]) => pattern.test(path)) ?? [];
    if (writer !== undefined) partOf(join(root, 'node_modules', writer, 'index.js'), parts);
    const part = partOf(path, parts);
    if (part !== undefined) for (const name of embeddedIn(path, part.name)) embedded.add(name);
  }
  const own = new Set([...parts.values()].map(({ name }) => name));
  const missing: string[] = [];
  const notices: Notice[] = [];
  for (const part of parts.values()) {
    const { name, version } = part;
    const text = textOf(part);
    const licence = part.licence || (isMit(text) ? 'MIT' : '');
    if (text === '' || licence === '') missing.push(`${name} ${version}`);
    notices.push({ name, version, licence, text });
  }
  for (const name of embedded) {
    if (own.has(name)) continue;
    const { text = '', licence = '' } = given.get(name) ?? {};
    if (text === '') missing.push(name);
    notices.push({ name, version: '', licence, text });
  }
  if (missing.length > 0) {
    throw new Error(`no licence's text is known of what ships: ${missing.sort().join(', ')}`);
  }
  return notices.sort((a, b) => compare(a.name, b.name) || compare(a.version, b.version));
}

/** Some packages state it only in their text. */
const isMit = (text: string): boolean =>
  /^(?:the )?mit license/im.test(text) ||
  /^Permission is hereby granted, free of charge/m.test(text);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the package that a file belongs to; undefined for our own, and for ids that are no files. */
function partOf(path: string, parts: Map<string, Part>): Part | undefined {
  const found = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(path);
  if (found === null) return undefined;
  const [folder] = found;
  const known = parts.get(folder);
  const part = known ?? readPart(folder);
  parts.set(folder, part);
  for (let at = dirname(path); at.startsWith(folder); at = dirname(at)) part.from.add(at);
  return part;
}

function readPart(folder: string): Part {
  const { name, version, license } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  ) as { name: string; version: string; license?: string };
  return { name, version, licence: license ?? '', folder, from: new Set([folder]) };
}

function textOf({ name, from }: Part): string {
  const texts = [...from].sort().flatMap((folder) =>
    existsSync(folder)
      ? readdirSync(folder, { withFileTypes: true })
          .filter((entry) => entry.isFile() && licenceFile.test(entry.name))
          .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
      : [],
  );
  // a package's notices for its own bundled parts do not apply to ours
  const unlike = [...new Set(texts)].map((text) => text.split('\n# Licenses of bundled')[0] ?? '');
  const found = unlike.filter((text) => text !== '').join('\n\n');
  return found === '' ? (given.get(name)?.text ?? '') : found;
}

/** Returns packages that a package's author has bundled into a file, by the bundler's comments or our list. */
function embeddedIn(path: string, name: string): readonly string[] {
  if (!/\.[cm]?js$/.test(path) || !existsSync(path)) return inside.get(name) ?? [];
  const code = readFileSync(path, 'utf8');
  const named = code.matchAll(
    /^[ \t]*\/[/*][^\n]*node_modules\/((?:@[\w.-]+\/)?\w[\w.-]*)\/(?!node_modules)[^\n]*$/gm,
  );
  return [...named]
    .flatMap(([, found = '']) => (found === name ? [] : [found]))
    .concat(inside.get(name) ?? []);
}

/** Returns all of them as one text, for people who have the package but not the running app. */
export function asText(notices: readonly Notice[]): string {
  const head = 'Compute Desk contains the following software of others.\n';
  return [
    head,
    ...notices.map(
      ({ name, version, licence, text }) =>
        `${'-'.repeat(78)}\n${[name, version].join(' ').trim()} (${licence})\n\n${text}\n`,
    ),
  ].join('\n');
}

/** Returns them as a module of the page, which may load only scripts of its own. */
export function asModule(notices: readonly Notice[]): string {
  return `export const notices = ${JSON.stringify(notices)};\n`;
}
