import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../toolchain.mjs';
import { configuration, metadata } from '../metadata.ts';
import { sourceDate } from '../source-date.ts';

const { name, productName, protocol, maker, contact, licence, summary } = metadata;
const { linux, deb } = configuration;

const mimeTypes = [
  ...linux.mimeTypes,
  ...linux.fileAssociations.map(({ mimeType }) => mimeType),
  `x-scheme-handler/${protocol}`,
];

/** @see https://specifications.freedesktop.org/desktop-entry-spec/1.5/ */
export const desktopFile = `[Desktop Entry]
${Object.entries({
  Type: 'Application',
  Name: productName,
  Comment: summary,
  ...linux.desktop.entry,
  Exec: `${name} %U`,
  Icon: name,
  Terminal: 'false',
  StartupWMClass: productName,
  Categories: `${linux.category};`,
  MimeType: `${mimeTypes.join(';')};`,
})
  .map(([key, value]) => `${key}=${value}\n`)
  .join('')}`;

/**
 * A file of assets/linux with the facts of the packages in it: each stands as `@name@` there.
 * @throws Error where a fact has no value
 */
export function linuxText(file: string, version: string): string {
  const day = new Date(sourceDate() * 1000).toISOString().slice(0, 10);
  const facts: Readonly<Record<string, string>> = {
    name,
    productName,
    version,
    day,
    year: day.slice(0, 4),
    maker,
    contact,
    licence,
    summary,
    summaryJa: linux.desktop.entry['Comment[ja]'] ?? '',
    description: linux.description,
    category: linux.category,
    mediatypes: mimeTypes.map((type) => `<mediatype>${type}</mediatype>`).join('\n    '),
    libraries: deb.depends.map((one) => one.replace(/ .*/, '')).join(' '),
  };
  return readFileSync(join(root, 'assets/linux', file), 'utf8').replace(
    /@(\w+)@/g,
    (_, key: string) => {
      const fact = facts[key];
      if (fact === undefined) throw new Error(`assets/linux/${file}: no fact is called ${key}`);
      return fact;
    },
  );
}

/** Compresses independently of the time, so that packages of the same sources are identical. */
export const compress = (text: string | Buffer): Buffer => gzipSync(text, { level: 9 });

/** Debian's own; CHANGELOG.md has what users read. */
export const changelogFile = (
  version: string,
): string => `${name} (${version}) unstable; urgency=medium

  * See the history of the sources.

 -- ${contact}  ${new Date(sourceDate() * 1000).toUTCString().replace('GMT', '+0000')}
`;
