import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import configuration from '../../../electron-builder.ts';
import addProtocol from '../../../scripts/package/msi-protocol.ts';
import { testFolder } from '../../support/files/folder.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

test('the MSI registers the scheme with what the NSIS installer writes', async () => {
  expect(existsSync(at(String(configuration.msiProjectCreated)))).toBe(true);
  const project = join(testFolder(), 'project.wxs');
  copyFileSync(at('node_modules/app-builder-lib/templates/msi/template.xml'), project);
  await addProtocol(project);
  const text = readFileSync(project, 'utf8');
  const [group = ''] =
    /<ComponentGroup Id="ProductComponents"[\s\S]*<\/ComponentGroup>/.exec(text) ?? [];
  const values = [...group.matchAll(/<RegistryValue .*\/>/g)].map(([line]) => {
    const of = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(line)?.[1] ?? '';
    return [of('Key'), of('Name'), of('Value').replaceAll('&quot;', '"')];
  });
  const path = /\$INSTDIR\\\$\{APP_EXECUTABLE_FILENAME\}/;
  const script = readFileSync(at('assets/win/protocol.nsh'), 'utf8');
  const written = [
    ...script.matchAll(
      /"Software\\Classes\\compute-desk\\?([^"]*)" "([^"]*)" (?:"|')(.*)(?:"|')$/gm,
    ),
  ].map(([, key, name, value = '']) => [key, name, value.replace(path, '[#mainExecutable]')]);
  expect(written).toHaveLength(4);
  expect(values).toEqual(written);
});

test('another project of electron-builder’s than the known one ends the build', async () => {
  const project = join(testFolder(), 'project.wxs');
  writeFileSync(project, '<Wix/>');
  await expect(addProtocol(project)).rejects.toThrow('another one');
});
