import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Schema, Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import configuration from '../../../electron-builder.ts';
import { metadata } from '../../../scripts/package/metadata.ts';

const read = (path: string): string =>
  readFileSync(fileURLToPath(new URL(`../../../${path}`, import.meta.url)), 'utf8');

const schema = JSON.parse(read('node_modules/app-builder-lib/scheme.json')) as Schema;

function problemsOf(value: unknown): string[] {
  const { valid, errors } = new Validator(schema, '7').validate(JSON.parse(JSON.stringify(value)));
  return valid ? [] : errors.map(({ instanceLocation, error }) => `${instanceLocation}: ${error}`);
}

test('the configuration is as electron-builder’s schema has it', () => {
  expect(problemsOf(configuration)).toEqual([]);
  expect(problemsOf({ ...configuration, nsis: { perMachin: true } })).not.toEqual([]);
});

const targetsOf = (targets: unknown): string[] =>
  (targets as { target: string; arch: string[] }[]).flatMap(({ target, arch }) =>
    arch.map((one) => `${target} ${one}`),
  );

test('packages for Windows and macOS are these', () => {
  expect(targetsOf(configuration.win?.target)).toEqual([
    ...['nsis x64', 'nsis arm64', 'msi x64', 'zip x64', 'zip arm64'],
  ]);
  expect(targetsOf(configuration.mac?.target)).toEqual([
    ...['dmg x64', 'dmg arm64', 'zip x64', 'zip arm64'],
  ]);
});

test('no package fetches anything or keeps a way to, and removing the app leaves the user’s data', () => {
  expect(configuration.publish).toBeNull();
  expect(configuration.nsis).toMatchObject({
    ...{ oneClick: false, perMachine: false, differentialPackage: false },
    deleteAppDataOnUninstall: false,
  });
});

test('the hardened runtime of macOS is let out of by one entitlement, which V8 needs', () => {
  expect(configuration.mac?.hardenedRuntime).toBe(true);
  const { entitlements, entitlementsInherit } = configuration.mac ?? {};
  expect(entitlementsInherit).toBe(entitlements);
  const keys = [...read(entitlements ?? '').matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key);
  expect(keys).toEqual(['com.apple.security.cs.allow-jit']);
});

test('every system’s packages open the same files and the same scheme', () => {
  const endings = metadata.files.flatMap((file) => [...file.endings]);
  expect(endings).toEqual(['p12', 'pfx', 'computedesk']);
  const associated = configuration.fileAssociations;
  expect([associated].flat().flatMap((one) => one?.ext ?? [])).toEqual(endings);
  expect(configuration.protocols).toEqual([
    { name: metadata.productName, schemes: [metadata.protocol] },
  ]);
  expect(read('assets/win/protocol.nsh')).toContain(`Classes\\${metadata.protocol}"`);
});
