import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { labelsFor } from '../../../../main/hosts/electron/labels.ts';
import { contextTemplate } from '../../../../main/hosts/electron/spelling/context-menu.ts';
import {
  copyProvidedDictionaries,
  dictionariesIn,
  providedFolders,
  spellingOf,
} from '../../../../main/hosts/electron/spelling/dictionaries.ts';
import { testFolder } from '../../../support/files/folder.ts';
import { recordLog } from '../../../support/worlds/world.ts';

const labels = labelsFor('en', []);
const editFlags = {
  ...{ canCut: true, canCopy: true, canPaste: true, canSelectAll: true, canUndo: true },
  ...{ canRedo: true, canDelete: true, canEditRichly: false },
};
const asked = {
  ...{ isEditable: true, misspelledWord: '', selectionText: '', editFlags },
  ...{ linkURL: '', mediaType: 'none' as const, hasImageContents: false },
  dictionarySuggestions: [] as string[],
};

const done: string[] = [];
const actions = {
  replace: () => undefined,
  openLink: () => done.push('open'),
  copyText: (text: string) => done.push(text),
  copyImage: () => done.push('copy image'),
  saveImage: () => done.push('save image'),
};

test('spelling is checked by macOS itself, elsewhere in the languages whose dictionary is there', () => {
  expect(spellingOf('darwin', [])).toEqual({ by: 'system' });
  for (const platform of ['linux', 'win32'] as const) {
    expect(spellingOf(platform, [])).toBeNull();
    const files = ['en-US-10-1.bdic', 'de-3-0.bdic', 'Custom Dictionary.txt', 'en-GB.bdic'];
    expect(spellingOf(platform, files)).toEqual({ by: 'files', languages: ['en-US', 'de'] });
  }
});

test('the right mouse button offers words for a misspelled one, and the clipboard', () => {
  const replaced: string[] = [];
  const misspelled = { ...asked, misspelledWord: 'helo', dictionarySuggestions: ['hello', 'A&B'] };
  const replace = (word: string): void => void replaced.push(word);
  const menu = contextTemplate(misspelled, labels, { ...actions, replace });
  expect(menu.map(({ label, role, type }) => label ?? role ?? type)).toEqual([
    ...['hello', 'A&&B', 'separator', 'Undo', 'Redo', 'separator'],
    ...['Cut', 'Copy', 'Paste', 'separator', 'Select All'],
  ]);
  for (const { click } of menu) (click as (() => void) | undefined)?.();
  expect(replaced).toEqual(['hello', 'A&B']);
  const nothing = contextTemplate({ ...misspelled, dictionarySuggestions: [] }, labels, actions);
  expect(nothing[0]).toEqual({ label: 'No Suggestions', enabled: false });
});

test('where nothing is written it offers to copy what is selected, and nothing else', () => {
  const reading = { ...asked, isEditable: false };
  expect(contextTemplate(reading, labels, actions)).toEqual([]);
  const selected = contextTemplate({ ...reading, selectionText: 'words' }, labels, actions);
  expect(selected.map(({ role }) => role)).toEqual(['copy']);
});

test('a link can be opened and copied, an image copied and saved', () => {
  const reading = { ...asked, isEditable: false };
  const press = (more: Partial<Parameters<typeof contextTemplate>[0]>) => {
    done.length = 0;
    const menu = contextTemplate({ ...reading, ...more }, labels, actions);
    for (const { click } of menu) (click as (() => void) | undefined)?.();
    return done.join();
  };
  expect(press({ linkURL: 'https://example.org/a?b' })).toBe('open,https://example.org/a?b');
  expect(press({ linkURL: 'mailto:help@example.org' })).toBe('open,mailto:help@example.org');
  for (const linkURL of ['app://compute-desk/#/chat', 'javascript:alert(1)', 'file:///etc/passwd'])
    expect([linkURL, press({ linkURL })]).toEqual([linkURL, '']);
  const image = { mediaType: 'image' as const, hasImageContents: true };
  expect(press(image)).toBe('copy image,save image');
  expect(press({ ...image, hasImageContents: false })).toBe('');
  expect(press({ ...image, linkURL: 'https://example.org/' })).toBe(
    'open,https://example.org/,copy image,save image',
  );
});

/** A file that begins as a dictionary does. */
const dictionaryOf = (words: string): Buffer =>
  Buffer.concat([Buffer.from('BDic'), Buffer.from([2, 0, 0, 0]), Buffer.from(words)]);

test('dictionaries lie on the computer and beside the app, on macOS nowhere', () => {
  expect(providedFolders('linux', '/opt/app')).toEqual([
    ...['/usr/share/compute-desk/dictionaries', '/opt/app/dictionaries'],
  ]);
  expect(providedFolders('win32', '/app')).toEqual(['/app/dictionaries']);
  expect(providedFolders('darwin', '/app')).toEqual([]);
});

test('provided dictionaries are copied to where Chromium looks, the newer one of two', () => {
  const folder = testFolder();
  const [computer, beside, own] = ['computer', 'beside', 'own'].map((name) => join(folder, name));
  if (!computer || !beside || !own) throw new Error('three folders');
  const put = (place: string, name: string, content: string | Buffer, minute: number): void => {
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, name), content);
    utimesSync(join(place, name), minute * 60, minute * 60);
  };
  const log = recordLog();
  const all = (): Record<string, string> => {
    copyProvidedDictionaries([computer, beside, join(folder, 'none')], own, log);
    return Object.fromEntries(
      dictionariesIn(own).map((name) => [name, readFileSync(join(own, name), 'latin1').slice(8)]),
    );
  };
  expect(all()).toEqual({});
  put(computer, 'en-US-10-1.bdic', dictionaryOf('computer'), 2);
  put(beside, 'en-US-10-1.bdic', dictionaryOf('beside'), 1);
  put(beside, 'de-3-0.bdic', dictionaryOf('german'), 1);
  expect(all()).toEqual({ 'en-US-10-1.bdic': 'computer', 'de-3-0.bdic': 'german' });
  const taken = statSync(join(own, 'de-3-0.bdic')).ino;
  put(computer, 'en-US-10-1.bdic', dictionaryOf('computer again'), 3);
  put(own, 'fr-3-0.bdic', dictionaryOf('the user’s'), 5);
  put(beside, 'fr-3-0.bdic', dictionaryOf('of the package'), 4);
  expect(all()).toEqual({
    ...{ 'en-US-10-1.bdic': 'computer again', 'de-3-0.bdic': 'german' },
    'fr-3-0.bdic': Buffer.from('the user’s').toString('latin1'),
  });
  // what is there already is not written again
  expect(statSync(join(own, 'de-3-0.bdic')).ino).toBe(taken);
  expect(readdirSync(own)).toHaveLength(3);
});

test('a link, a pipe, a folder, another form and what is too large are no dictionaries', () => {
  const folder = testFolder();
  const [given, own] = [join(folder, 'given'), join(folder, 'own')];
  mkdirSync(join(given, 'aa-1-0.bdic'), { recursive: true });
  writeFileSync(join(folder, 'secret'), dictionaryOf('outside'));
  symlinkSync(join(folder, 'secret'), join(given, 'bb-1-0.bdic'));
  execFileSync('mkfifo', [join(given, 'cc-1-0.bdic')]);
  writeFileSync(join(given, 'dd-1-0.bdic'), 'PK of another form');
  writeFileSync(join(given, 'ee-1-0.bdic'), 'BDic');
  writeFileSync(join(given, 'ff-1-0.bdic'), dictionaryOf(''));
  truncateSync(join(given, 'ff-1-0.bdic'), 17 * 1024 * 1024);
  writeFileSync(join(given, 'gg.bdic'), dictionaryOf('without a version'));
  writeFileSync(join(given, 'hh-1-0.bdic'), dictionaryOf('one'));
  copyProvidedDictionaries([given], own, recordLog());
  expect(readdirSync(own)).toEqual(['hh-1-0.bdic']);
  expect(dictionariesIn(given)).toEqual(['bb-1-0.bdic', 'hh-1-0.bdic']);
});

test('a folder that cannot be written takes none, and the log says so', () => {
  const folder = testFolder();
  writeFileSync(join(folder, 'en-US-10-1.bdic'), dictionaryOf('one'));
  writeFileSync(join(folder, 'own'), 'no folder');
  const log = recordLog();
  copyProvidedDictionaries([folder], join(folder, 'own'), log);
  expect(log.text()).toContain('dictionary-not-taken');
});
