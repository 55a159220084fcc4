import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { configuration } from '../../../scripts/package/metadata.ts';
import addProtocol from '../../../scripts/package/msi-protocol.ts';
import { testFolder } from '../../support/files/folder.ts';

const at = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

test('the MSI registers the scheme and the files with what the NSIS installer writes', async () => {
  expect(existsSync(at(String(configuration.msiProjectCreated)))).toBe(true);
  const project = join(testFolder(), 'project.wxs');
  copyFileSync(at('node_modules/app-builder-lib/templates/msi/template.xml'), project);
  await addProtocol(project);
  const text = readFileSync(project, 'utf8');
  const [group = ''] =
    /<ComponentGroup Id="ProductComponents"[\s\S]*<\/ComponentGroup>/.exec(text) ?? [];
  let under = '';
  const values = group.split('\n').flatMap((line) => {
    const of = (name: string): string => new RegExp(` ${name}="([^"]*)"`).exec(line)?.[1] ?? '';
    if (line.includes('<RegistryKey')) under = `${of('Key')}\\`;
    if (line.includes('</RegistryKey>')) under = '';
    if (!line.includes('<RegistryValue')) return [];
    const key = `${under}${of('Key')}`.replace(/\\$/, '');
    return [[key, of('Name'), of('Value').replaceAll('&quot;', '"')]];
  });
  const path = /\$INSTDIR\\\$\{APP_EXECUTABLE_FILENAME\}/;
  const [script = ''] = readFileSync(at('assets/win/protocol.nsh'), 'utf8').split('!macroend');
  const written = [
    ...script.matchAll(/WriteRegStr SHELL_CONTEXT "([^"]*)" "([^"]*)" (?:"|')(.*)(?:"|')$/gm),
  ].map(([, key, name, value = '']) => [key, name, value.replace(path, '[#mainExecutable]')]);
  expect(written).toHaveLength(14);
  expect(values).toEqual(written);
  expect(group.match(/KeyPath="yes"/g)).toHaveLength(1);
  // a default program for certificates would be one of these
  expect(values.filter(([key]) => /\\\.(?:p12|pfx)$/.test(key ?? ''))).toEqual([]);
});

test('another project of electron-builder’s than the known one ends the build', async () => {
  const project = join(testFolder(), 'project.wxs');
  writeFileSync(project, '<Wix/>');
  await expect(addProtocol(project)).rejects.toThrow('another one');
});
