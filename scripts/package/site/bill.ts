import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root } from '../../toolchain.mjs';
import type { PackedElectron } from '../electron.ts';
import { metadata } from '../metadata.ts';
import { sourceDate } from '../source-date.ts';
import { appImageParts } from './appimage-parts.ts';
import { type Component, integrity, npmUrl, sha256Of } from './component.ts';
import { contentsOf } from './contents.ts';
import { electronParts } from './electron-parts.ts';
import { sha256 } from './sums.ts';

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
}

/**
 * Returns the bill of materials for packages of one app: third-party parts in them, by npm's names, with the lock
 * file's hashes, and the runtime around it. The same for the same sources: its number is derived from its content, its
 * time is theirs.
 * @param electron the desktop's runtime; null for the web host, which has none
 * @see https://cyclonedx.org/docs/1.6/json/
 */
export function billOfMaterials(
  packages: readonly string[],
  electron: PackedElectron | null,
): object {
  const { version } = readJson<{ version: string }>('package.json');
  const { packages: locked } = readJson<{ packages: Record<string, LockEntry> }>(
    'package-lock.json',
  );
  const names = packages.map((file) => basename(file));
  const library = contentsOf(electron === null ? 'web' : 'desktop').map((notice) =>
    component(notice, locked),
  );
  const { components: runtime, inside } =
    electron === null ? { components: [], inside: {} } : electronParts(electron, names);
  const image = names.some((name) => name.endsWith('.AppImage')) ? appImageParts : [];
  // a part installed twice is listed once: a reference stands for one
  const components = [
    ...new Map([...library, ...runtime, ...image].map((one) => [one['bom-ref'], one])).values(),
  ];
  const within = new Set(Object.values<readonly string[]>(inside).flat());
  const refs = components.map((one) => one['bom-ref']);
  const name = electron === null ? `${metadata.name}-web` : metadata.name;
  const content = {
    metadata: {
      timestamp: new Date(sourceDate() * 1000).toISOString(),
      authors: [{ name: metadata.maker }],
      component: {
        type: 'application',
        'bom-ref': name,
        name,
        version,
        description: metadata.summary,
        licenses: [{ license: { id: metadata.licence } }],
        components: packages.map((file) => ({
          type: 'file',
          'bom-ref': basename(file),
          name: basename(file),
          hashes: [sha256Of(sha256(file))],
        })),
      },
      supplier: { name: metadata.maker },
    },
    components,
    dependencies: [
      { ref: name, dependsOn: refs.filter((ref) => !within.has(ref)) },
      ...Object.entries(inside).map(([ref, dependsOn]) => ({ ref, dependsOn })),
    ],
  };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${numberOf(JSON.stringify(content))}`,
    version: 1,
    ...content,
  };
}

function component(
  { name, version, licence }: { name: string; version: string; licence: string },
  locked: Readonly<Record<string, LockEntry>>,
): Component {
  const entry = Object.entries(locked).find(
    ([path, one]) => path.endsWith(`node_modules/${name}`) && one.version === version,
  )?.[1];
  const hashes = integrity(entry?.integrity);
  const purl = npmUrl(name, version);
  const isOne = /^[\w.+-]+$/.test(licence);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    ...(version === '' ? {} : { version }),
    purl,
    licenses: [isOne ? { license: { id: licence } } : { expression: licence }],
    ...(hashes.length === 0 ? {} : { hashes }),
  };
}

/** Returns a UUID of the content (RFC 9562, version 8). */
function numberOf(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex');
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 3) | 8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(join(root, path), 'utf8')) as T;
}
