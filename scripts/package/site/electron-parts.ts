import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../toolchain.mjs';
import { askElectron, type PackedElectron } from '../electron.ts';
import { type Component, integrity, npmUrl, type Reference, sha256Of } from './component.ts';
import { sha256 } from './sums.ts';

/** Electron and its parts for a bill; and the Node.js in a package around the test runtime. */
export interface ElectronParts {
  readonly components: readonly Component[];
  /** The parts of each, by reference. */
  readonly inside: Readonly<Record<string, readonly string[]>>;
}

/** @param packages the names of the packages around it, which tell the platforms */
export function electronParts(
  electron: PackedElectron,
  packages: readonly string[],
): ElectronParts {
  const { version, binary, broughtNode } = electron;
  const { chrome, node } = JSON.parse(
    askElectron(binary, 'JSON.stringify(process.versions)'),
  ) as Record<'chrome' | 'node', string>;
  const chromium: Component = {
    type: 'framework',
    'bom-ref': `pkg:generic/chromium@${chrome}`,
    name: 'Chromium',
    version: chrome,
    cpe: `cpe:2.3:a:google:chrome:${chrome}:*:*:*:*:*:*:*`,
    purl: `pkg:generic/chromium@${chrome}`,
    licenses: [{ license: { id: 'BSD-3-Clause' } }],
    externalReferences: [
      { type: 'website', url: 'https://www.chromium.org' },
      {
        type: 'license',
        url: `https://chromium.googlesource.com/chromium/src/+/refs/tags/${chrome}/LICENSE`,
        comment: 'LICENSES.chromium.html in each package has the text of each of its parts',
      },
    ],
  };
  const inElectron = nodeComponent(node, 'in Electron');
  const own = nodeOf(broughtNode);
  const itself = electronComponent(electron, packages);
  return {
    components: [itself, chromium, inElectron, ...own],
    inside: {
      [npmUrl('electron', version)]: [chromium['bom-ref'], inElectron['bom-ref']],
    },
  };
}

function electronComponent(
  { version, binary, source }: PackedElectron,
  packages: readonly string[],
): Component {
  const purl = npmUrl('electron', version);
  const home = 'https://github.com/electron/electron';
  const released = source === 'node_modules/electron';
  return {
    type: 'framework',
    'bom-ref': purl,
    name: 'electron',
    version,
    cpe: `cpe:2.3:a:electronjs:electron:${version}:*:*:*:*:*:*:*`,
    purl,
    licenses: [{ license: { id: 'MIT' } }],
    // From npm's package, which has the checksums of its downloads; or of the packed program.
    hashes: released
      ? integrity(lockedIn('package-lock.json', 'electron').integrity)
      : [sha256Of(sha256(binary))],
    externalReferences: [
      { type: 'website', url: 'https://www.electronjs.org' },
      { type: 'vcs', url: home },
      { type: 'release-notes', url: `${home}/releases/tag/v${version}` },
      {
        type: 'license',
        url: `${home}/blob/v${version}/LICENSE`,
        comment: 'LICENSE.electron.txt in each package',
      },
      ...(released ? downloads(version, packages, home) : testRuntime(source)),
    ],
  };
}

/** Returns the Electron archives in these packages, with the checksums of its makers. */
function downloads(version: string, packages: readonly string[], home: string): Reference[] {
  const sums = JSON.parse(
    readFileSync(join(root, 'node_modules/electron/checksums.json'), 'utf8'),
  ) as Record<string, string>;
  return [...new Set(packages.map(platformOf))].sort().map((platform) => {
    const name = `electron-v${version}-${platform}.zip`;
    const sum = sums[name];
    if (sum === undefined) throw new Error(`Electron’s package has no checksum of ${name}`);
    const url = `${home}/releases/download/v${version}/${name}`;
    return { type: 'distribution', url, hashes: [sha256Of(sum)] };
  });
}

/** Returns a package's system and processor by Electron's names. */
function platformOf(name: string): string {
  const [, system = '', arch = 'x64'] = /-(win|mac)-(x64|arm64)\b/.exec(name) ?? [];
  return `${{ win: 'win32', mac: 'darwin' }[system] ?? 'linux'}-${arch}`;
}

/** Returns npm's package of the tests' runtime; nothing for one that was named instead. */
function testRuntime(source: string): Reference[] {
  if (!source.startsWith('@')) return [];
  const { version, integrity: hash } = lockedIn('test/electron/package-lock.json', source);
  return [
    {
      type: 'distribution',
      url: npmUrl(source, version),
      comment: 'The runtime of the tests: to try, not to ship',
      hashes: integrity(hash),
    },
  ];
}

function nodeOf(brought: string | null): Component[] {
  if (brought === null) return [];
  const component = nodeComponent(process.versions.node, 'resources/node/node');
  return [{ ...component, hashes: [sha256Of(sha256(brought))] }];
}

/** @param where its place in a package: there may be two of one version */
function nodeComponent(version: string, where: string): Component {
  const source = 'https://github.com/nodejs/node';
  const purl = `pkg:github/nodejs/node@v${version}`;
  return {
    type: 'framework',
    'bom-ref': `${purl} ${where}`,
    name: 'Node.js',
    version,
    cpe: `cpe:2.3:a:nodejs:node.js:${version}:*:*:*:*:*:*:*`,
    purl,
    licenses: [{ license: { id: 'MIT' } }],
    externalReferences: [
      { type: 'website', url: 'https://nodejs.org' },
      { type: 'vcs', url: source },
      { type: 'license', url: `${source}/blob/v${version}/LICENSE` },
    ],
  };
}

function lockedIn(file: string, name: string): { version: string; integrity: string } {
  const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
    packages: Record<string, { version: string; integrity: string }>;
  };
  const found = packages[`node_modules/${name}`];
  if (found === undefined) throw new Error(`${file} has no ${name}`);
  return found;
}
