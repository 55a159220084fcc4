import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Schema, Validator } from '@cfworker/json-schema';
import { expect, test } from 'vitest';
import { toastActivator } from '../../../main/hosts/electron/system/identity.ts';
import { artifactName, configuration, metadata } from '../../../scripts/package/metadata.ts';

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

const endings = ['p12', 'pfx', 'computedesk'];

const targetsOf = (targets: unknown): string[] =>
  (targets as { target: string; arch: string[] }[]).flatMap(({ target, arch }) =>
    arch.map((one) => `${target} ${one}`),
  );

test('packages are these', () => {
  expect(targetsOf(configuration.win?.target)).toEqual([
    ...['nsis x64', 'nsis arm64', 'msi x64', 'zip x64', 'zip arm64'],
  ]);
  expect(targetsOf(configuration.mac?.target)).toEqual([
    ...['dmg x64', 'dmg arm64', 'zip x64', 'zip arm64'],
  ]);
  expect(targetsOf(configuration.linux?.target)).toEqual(['deb x64', 'rpm x64', 'AppImage x64']);
  expect(artifactName('deb', '1.2.3')).toBe('compute-desk_1.2.3_amd64.deb');
  expect(artifactName('rpm', '1.2.3')).toBe('compute-desk-1.2.3-1.x86_64.rpm');
  expect(artifactName('appImage', '1.2.3')).toBe('compute-desk-1.2.3-x86_64.AppImage');
});

test('no package fetches anything or keeps a way to, and removing the app leaves the user’s data', () => {
  expect(configuration.publish).toBeNull();
  expect(configuration.nsis).toMatchObject({
    ...{ oneClick: false, perMachine: false, differentialPackage: false },
    deleteAppDataOnUninstall: false,
  });
});

test('the hardened runtime of macOS is let out of by one entitlement, which V8 needs', () => {
  const { entitlements, entitlementsInherit } = configuration.mac ?? {};
  expect(entitlementsInherit).toBe(entitlements);
  const keys = [...read(entitlements ?? '').matchAll(/<key>(.*)<\/key>/g)].map(([, key]) => key);
  expect(keys).toEqual(['com.apple.security.cs.allow-jit']);
});

test('every system’s packages open the same files and the same scheme', () => {
  const associated = [configuration.mac?.fileAssociations ?? []].flat();
  expect(associated.flatMap(({ ext }) => ext)).toEqual(endings);
  expect(configuration.linux.mimeTypes).toContain(associated[0]?.mimeType);
  expect(configuration.linux.fileAssociations).toEqual(associated.slice(1));
  const described = read('assets/linux/mime.xml');
  expect(described).toContain(`<mime-type type="${associated[1]?.mimeType}">`);
  expect(described.match(/<glob pattern=.*/g)).toEqual(['<glob pattern="*.computedesk"/>']);
  // certificates stay the Keychain's, and the Certificate Import Wizard's
  expect(associated.map(({ rank }) => rank)).toEqual(['Alternate', 'Owner']);
  expect([configuration.fileAssociations, configuration.win?.fileAssociations]).toEqual([
    undefined,
    undefined,
  ]);
  expect(configuration.protocols).toEqual([
    { name: metadata.productName, schemes: [metadata.protocol] },
  ]);
  expect(read('assets/win/protocol.nsh')).toContain(`Classes\\${metadata.protocol}"`);
});

test('macOS says why it asks for the local network, in both languages', () => {
  const [en, ja] = ['en', 'ja'].map(
    (language) =>
      /^"NSLocalNetworkUsageDescription" = "(.*)";$/m.exec(
        read(`assets/mac/strings/${language}.lproj/InfoPlist.strings`),
      )?.[1],
  );
  expect(ja).toMatch(/ネットワーク.*Compute Desk.*ます。$/);
  expect(configuration.mac.extendInfo).toMatchObject({ NSLocalNetworkUsageDescription: en });
  expect(configuration.mac?.extraResources).toEqual([{ from: 'assets/mac/strings', to: '.' }]);
});

test('the installer takes no file from another program, and gives everything back', () => {
  const [install = '', uninstall = ''] = read('assets/win/protocol.nsh').split('!macroend');
  const lines = [...install.matchAll(/WriteRegStr SHELL_CONTEXT "([^"]*)" "([^"]*)"/g)];
  const written = lines.map(([, key = '', name = '']) => ({ key, name }));
  // a default program is the unnamed value of an ending's key
  const taken = written.filter(({ key, name }) => /\\\.[^\\]*$/.test(key) && name === '');
  expect(taken.map(({ key }) => key)).toEqual(['Software\\Classes\\.computedesk']);
  for (const ending of endings) {
    const key = `Software\\Classes\\.${ending}\\OpenWithProgids`;
    const [name] = written.filter((one) => one.key === key).map((one) => one.name);
    expect(name).toMatch(/^ComputeDesk\./);
    expect(uninstall).toContain(`DeleteRegValue SHELL_CONTEXT "${key}" "${name}"`);
  }
  const own = new Set(
    written
      .map(({ key }) => /^Software\\Classes\\([^\\.][^\\]*)/.exec(key)?.[1])
      .filter((key) => key !== undefined),
  );
  expect([...own]).toEqual(['compute-desk', 'ComputeDesk.Certificate.1', 'ComputeDesk.System.1']);
  for (const key of own) {
    expect(uninstall).toContain(`DeleteRegKey SHELL_CONTEXT "Software\\Classes\\${key}"`);
  }
  // never the key of an ending that Windows has
  expect(uninstall).not.toMatch(/DeleteRegKey .*\\\.(?:p12|pfx)"/);
  // what the app writes for a user: start at login, toasts
  for (const rest of [
    `"${metadata.appId}"`,
    `AppUserModelId\\${metadata.appId}"`,
    toastActivator,
  ]) {
    expect(uninstall).toContain(rest);
  }
});
