import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { noticesOf } from '../../notices/make.ts';
import { root } from '../../toolchain.mjs';
import { metadata } from '../metadata.ts';
import { sourceDate } from '../source-date.ts';
import { sha256 } from './sums.ts';

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
}

/**
 * The bill of materials of the packages: what of others is in the builds, by npm's names, with the hashes of the lock
 * file. The same for the same sources: its number comes of its content, its time is theirs.
 * @see https://cyclonedx.org/docs/1.6/json/
 */
export function billOfMaterials(packages: readonly string[], electron: string | null): object {
  const { version } = readJson<{ version: string }>('package.json');
  const dist = join(root, 'dist');
  const lists = readdirSync(dist).filter((name) => name.endsWith('.files.json'));
  const files = lists.flatMap((name) => readJson<string[]>(join('dist', name)));
  const { packages: locked } = readJson<{ packages: Record<string, LockEntry> }>(
    'package-lock.json',
  );
  const parts = [
    ...noticesOf(files, root).map((notice) => component(notice, locked)),
    // With Chromium and Node.js in it, whose licences are in its LICENSES.chromium.html.
    ...(electron === null
      ? []
      : [component({ name: 'electron', version: electron, licence: 'MIT' }, locked)]),
  ];
  // one that is installed twice is one part: a reference stands for one
  const components = [...new Map(parts.map((one) => [one['bom-ref'], one])).values()];
  const content = {
    metadata: {
      timestamp: new Date(sourceDate() * 1000).toISOString(),
      component: {
        type: 'application',
        'bom-ref': metadata.name,
        name: metadata.name,
        version,
        description: metadata.summary.en,
        licenses: [{ license: { id: metadata.licence } }],
        components: packages.map((file) => ({
          type: 'file',
          'bom-ref': basename(file),
          name: basename(file),
          hashes: [{ alg: 'SHA-256', content: sha256(file) }],
        })),
      },
    },
    components,
    dependencies: [{ ref: metadata.name, dependsOn: components.map((one) => one['bom-ref']) }],
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
) {
  const entry = Object.entries(locked).find(
    ([path, one]) => path.endsWith(`node_modules/${name}`) && one.version === version,
  )?.[1];
  const [, algorithm = '', hash = ''] = /^(sha\d+)-(.+)$/.exec(entry?.integrity ?? '') ?? [];
  const purl = `pkg:npm/${name.replace('@', '%40')}${version === '' ? '' : `@${version}`}`;
  const isOne = /^[\w.+-]+$/.test(licence);
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    ...(version === '' ? {} : { version }),
    purl,
    licenses: [isOne ? { license: { id: licence } } : { expression: licence }],
    ...(hash === ''
      ? {}
      : {
          hashes: [
            {
              alg: algorithm.replace('sha', 'SHA-'),
              content: Buffer.from(hash, 'base64').toString('hex'),
            },
          ],
        }),
  };
}

/** A UUID of the content (RFC 9562, version 8). */
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
