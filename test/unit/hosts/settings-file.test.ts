import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkSettingsFile } from '../../../main/hosts/settings-file.ts';
import { testFolder } from '../../support/files/folder.ts';

const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;

test.each([
  ['no JSON', '{"settings": {"theme": "dark"'],
  ['no object', '[1, 2, 3]'],
  ['nothing', ''],
  ['deep', `{"settings": ${nested(200_000)}}`],
  ['deep in lists', `{"settings": ${'['.repeat(33)}${']'.repeat(33)}}`],
  ['huge', `{"settings": {"theme": "dark"}, "more": "${'x'.repeat(8 * 1024 * 1024)}"}`],
])('settings that are %s are refused, and stay', (_, text) => {
  const folder = testFolder();
  const file = join(folder, 'settings.json');
  writeFileSync(file, text);
  expect(() => checkSettingsFile(folder)).toThrow(
    expect.objectContaining({ code: 'settings-damaged', details: { name: 'settings.json' } }),
  );
  expect(readFileSync(file, 'utf8')).toBe(text);
});

test('no settings, and settings with brackets and quotes in their texts, are fine', () => {
  const folder = testFolder();
  checkSettingsFile(folder);
  writeFileSync(
    join(folder, 'settings.json'),
    JSON.stringify({ settings: { theme: 'dark', more: `${'[{'.repeat(100)}\\"` } }),
  );
  checkSettingsFile(folder);
});
