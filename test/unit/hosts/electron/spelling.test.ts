import { expect, test } from 'vitest';
import { labelsFor } from '../../../../main/hosts/electron/labels.ts';
import { contextTemplate } from '../../../../main/hosts/electron/spelling/context-menu.ts';
import { spellingOf } from '../../../../main/hosts/electron/spelling/dictionaries.ts';

const labels = labelsFor('en', []);
const editFlags = {
  ...{ canCut: true, canCopy: true, canPaste: true, canSelectAll: true, canUndo: true },
  ...{ canRedo: true, canDelete: true, canEditRichly: false },
};
const asked = {
  ...{ isEditable: true, misspelledWord: '', selectionText: '', editFlags },
  dictionarySuggestions: [] as string[],
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
  const menu = contextTemplate(misspelled, labels, (word) => replaced.push(word));
  expect(menu.map(({ label, role, type }) => label ?? role ?? type)).toEqual([
    ...['hello', 'A&&B', 'separator', 'Cut', 'Copy', 'Paste', 'separator', 'Select All'],
  ]);
  for (const { click } of menu) (click as (() => void) | undefined)?.();
  expect(replaced).toEqual(['hello', 'A&B']);
  const nothing = contextTemplate({ ...misspelled, dictionarySuggestions: [] }, labels, () => 0);
  expect(nothing[0]).toEqual({ label: 'No Suggestions', enabled: false });
});

test('where nothing is written it offers to copy what is selected, and nothing else', () => {
  const reading = { ...asked, isEditable: false };
  expect(contextTemplate(reading, labels, () => 0)).toEqual([]);
  const selected = contextTemplate({ ...reading, selectionText: 'words' }, labels, () => 0);
  expect(selected.map(({ role }) => role)).toEqual(['copy']);
});
