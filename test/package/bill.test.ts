import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { electronParts } from '../../scripts/package/site/electron-parts.ts';
import { removeFolder, root, temporaryFolder } from '../electron/support/desk.ts';
import { findRuntime } from '../electron/support/runtime.ts';
import { billValidator } from './support/bom-schema.ts';
import { runPackage, version } from './support/packages.ts';

const web = `compute-desk-web-${version}.tar.gz`;
const desktop = [
  `compute-desk-${version}-linux-x64.tar.zst`,
  `compute-desk-${version}-x86_64.AppImage`,
];

const validator = billValidator();
if (validator === undefined) console.log('skipped: CycloneDX’s own schema (npm cannot get it)');

const isLinux = process.platform === 'linux';
if (!isLinux) console.log('skipped: bills of materials of packages (they are Linux’s here)');

describe.skipIf(!isLinux)('the bills of materials of a folder of packages', () => {
  let site: string;
  let ofDesktop: Bill;
  let ofWeb: Bill;

  beforeAll(async () => {
    site = await temporaryFolder();
    // What is in them is told of the builds, not of the packages.
    for (const name of [...desktop, web]) writeFileSync(join(site, name), `stands in for ${name}`);
    const finished = runPackage([`--finish=${site}`]);
    if (finished.status !== 0) throw new Error(finished.output);
    ofDesktop = read(`compute-desk-${version}.cdx.json`);
    ofWeb = read(`compute-desk-web-${version}.cdx.json`);
  });
  afterAll(() => removeFolder(site));

  const read = (name: string): Bill => JSON.parse(readFileSync(join(site, name), 'utf8'));
  const both = () => [ofDesktop, ofWeb];

  test.skipIf(validator === undefined)('are as CycloneDX’s own schema has them', () => {
    for (const bill of both()) expect(validator?.validate(bill)).toMatchObject({ errors: [] });
    // It would say so.
    const [first, ...others] = ofDesktop.components;
    const strange = { ...first, licenses: [{ license: { id: 'Of-Nobody' } }] };
    const broken = { ...ofDesktop, components: [strange, ...others] };
    expect(validator?.validate(broken).valid).toBe(false);
  });

  test('have each package with its hash, and of every part a licence, and a reference that stands for it alone', () => {
    expect(ofDesktop.metadata.component.components.map(({ name }) => name)).toEqual(desktop);
    expect(ofWeb.metadata.component.components.map(({ name }) => name)).toEqual([web]);
    for (const bill of both()) {
      expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 });
      expect(bill.serialNumber).toMatch(/^urn:uuid:[\da-f]{8}-([\da-f]{4}-){3}[\da-f]{12}$/);
      for (const { name, hashes } of bill.metadata.component.components) {
        const hash = createHash('sha256')
          .update(readFileSync(join(site, name)))
          .digest('hex');
        expect(hashes, name).toEqual([{ alg: 'SHA-256', content: hash }]);
      }
      expect(bill.components.filter(({ licenses }) => licenses.length === 0)).toEqual([]);
      const refs = bill.components.map((one) => one['bom-ref']);
      expect(new Set(refs).size).toBe(refs.length);
      expect(bill.dependencies.flatMap(({ dependsOn }) => dependsOn).sort()).toEqual(refs.sort());
    }
    expect(ofDesktop.serialNumber).not.toBe(ofWeb.serialNumber);
  });

  test('have the hash of each part that the lock file has', () => {
    const { packages: locked } = JSON.parse(
      readFileSync(join(root, 'package-lock.json'), 'utf8'),
    ) as { packages: Record<string, { version?: string }> };
    for (const bill of both()) {
      const unhashed = bill.components.filter(
        ({ name, version: of, hashes = [] }) =>
          hashes.length === 0 &&
          Object.entries(locked).some(
            ([path, one]) => path.endsWith(`node_modules/${name}`) && one.version === of,
          ),
      );
      expect(unhashed.map(({ name }) => name)).toEqual([]);
    }
  });

  test('tell Electron with Chromium and Node.js in it, and the program of AppImages, of the desktop alone', () => {
    const { version: electron } = inject('runtime');
    const found = (name: string): Part[] => ofDesktop.components.filter((one) => one.name === name);
    const [itself] = found('electron');
    expect(itself).toMatchObject({
      ...{ version: electron, purl: `pkg:npm/electron@${electron}` },
      hashes: [{ content: expect.stringMatching(/^[\da-f]{64,128}$/) }],
    });
    const [chromium] = found('Chromium');
    expect(chromium?.version).toMatch(/^\d+\.0\.\d+\.\d+$/);
    expect(chromium?.cpe).toBe(`cpe:2.3:a:google:chrome:${chromium?.version}:*:*:*:*:*:*:*`);
    const ofElectron = ofDesktop.dependencies.find(({ ref }) => ref === itself?.['bom-ref']);
    expect(ofElectron?.dependsOn).toEqual([
      chromium?.['bom-ref'],
      expect.stringMatching(/^pkg:github\/nodejs\/node@v\d+\.\d+\.\d+ in Electron$/),
    ]);
    for (const one of [...found('electron'), ...found('Chromium'), ...found('Node.js')]) {
      expect(one.externalReferences?.map(({ type }) => type)).toContain('license');
    }
    expect(found('AppImageKit runtime')[0]?.hashes).toHaveLength(1);
    const strange = ['electron', 'Chromium', 'Node.js', 'AppImageKit runtime', 'electron-store'];
    expect(ofWeb.components.filter(({ name }) => strange.includes(name))).toEqual([]);
  });

  test('tell of the web host what its package ships, and nothing else', () => {
    const names = ofWeb.components.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['react', 'undici', 'zod', 'ws', 'pdfjs-dist']));
    const notices = readFileSync(join(site, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
    expect(names.filter((name) => !notices.includes(name))).toEqual([]);
    const ofBoth = new Set(ofDesktop.components.map((one) => one['bom-ref']));
    expect(names.length).toBeLessThan(ofBoth.size);
  });

  test('of an Electron as its makers publish it, the archives with their checksums', async () => {
    const { binary } = await findRuntime();
    const { version: locked } = JSON.parse(
      readFileSync(join(root, 'node_modules/electron/package.json'), 'utf8'),
    ) as { version: string };
    const source = 'node_modules/electron';
    const names = [`compute-desk_${version}_amd64.deb`, `compute-desk-${version}-mac-arm64.dmg`];
    const { components } = electronParts(
      { version: locked, binary, source, flags: [], broughtNode: null },
      names,
    );
    const [itself] = components;
    expect(itself?.hashes?.map(({ alg }) => alg)).toEqual(['SHA-512']);
    const archives = itself?.externalReferences?.filter(({ type }) => type === 'distribution');
    expect(archives?.map(({ url }) => url.split('/').at(-1))).toEqual([
      `electron-v${locked}-darwin-arm64.zip`,
      `electron-v${locked}-linux-x64.zip`,
    ]);
    for (const { hashes } of archives ?? []) {
      expect(hashes).toEqual([{ alg: 'SHA-256', content: expect.stringMatching(/^[\da-f]{64}$/) }]);
    }
  });
});

/** What is read here of CycloneDX 1.6. */
interface Bill {
  readonly serialNumber: string;
  readonly metadata: { readonly component: { readonly components: readonly Part[] } };
  readonly components: readonly Part[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}
interface Part {
  readonly name: string;
  readonly version?: string;
  readonly cpe?: string;
  readonly purl?: string;
  readonly 'bom-ref': string;
  readonly licenses: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly externalReferences?: readonly { readonly type: string; readonly url: string }[];
}
