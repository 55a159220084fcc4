import { expect, test } from 'vitest';
import { dialogWalks, notWalked, walkedSites } from '../../electron/support/walks/index.ts';
import { overlaySites, textOfSite } from '../../electron/support/walks/sites.ts';

// What walks through them is test/electron/access-dialogs.test.ts and access-menus.test.ts.

test('every dialog, sheet, menu and tooltip of the renderer is walked by what a screen reader gets, or listed with a reason', () => {
  const walked = new Set(walkedSites());
  const left = overlaySites().filter((site) => !walked.has(site) && !(site in notWalked));
  expect(left).toEqual([]);
});

test('nothing is walked, or excused, that is not there any more', () => {
  const there = new Set(overlaySites());
  const gone = [...walkedSites(), ...Object.keys(notWalked)].filter((site) => !there.has(site));
  expect(gone).toEqual([]);
  expect(walkedSites().filter((site) => site in notWalked)).toEqual([]);
});

test('each dialog is looked for by words that stand in its own file', () => {
  const elsewhere = dialogWalks.flatMap(({ site, name }) => {
    const keys: string[] = [];
    const world = {
      systemName: '',
      keyName: '',
      certificate: { name: '', path: '', word: '' },
    } as Parameters<typeof name>[1];
    name((key) => {
      keys.push(key);
      return key;
    }, world);
    // a name that a name is made of comes from somewhere else
    return keys.some((key) => textOfSite(site).includes(`'${key}'`)) || keys.length === 0
      ? []
      : [site];
  });
  expect(elsewhere).toEqual([]);
});

test('a place is found whatever draws in it', () => {
  const sites = overlaySites();
  for (const site of [
    'features/settings/vault/VaultDialog.tsx Dialog',
    'features/systems/clients/ClientSheet.tsx ConfirmDialog',
    'app/palette/PaletteDialog.tsx Dialog.Content',
    'features/chat/prompts/usePromptMenu.tsx listbox',
    'ui/overlays/useDiscard.tsx ConfirmDialog',
  ]) {
    expect(sites).toContain(site);
  }
});
