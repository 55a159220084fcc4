// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import FolderDialog from '../../../renderer/attachments/FolderDialog.tsx';
import type { ChosenFile } from '../../../renderer/attachments/taking/attach-file.ts';
import { createTexts, TextsProvider } from '../../../renderer/i18n/index.ts';
import { UiProvider } from '../../../renderer/ui/UiProvider.tsx';

// jsdom has none; the list of files is not laid out here
globalThis.ResizeObserver = class {
  observe = () => undefined;
  unobserve = () => undefined;
  disconnect = () => undefined;
};
const texts = await createTexts('en');
afterEach(cleanup);

function picked(name: string): ChosenFile {
  const file = new File(['text'], name);
  const bytes = async () => new TextEncoder().encode('text').buffer;
  // jsdom's files have no bytes to ask for
  for (const one of [file, Blob.prototype]) {
    Object.defineProperty(one, 'arrayBuffer', { value: bytes, configurable: true });
  }
  return { file, name };
}

test('keys and passwords are not chosen before the user does it, nor with all the others', async () => {
  const names = ['p/a.ts', 'p/.npmrc', 'p/credentials.json', 'p/.ssh/config', 'p/id_rsa', 'p/b.md'];
  const attached: string[][] = [];
  render(
    <TextsProvider i18n={texts}>
      <UiProvider>
        <FolderDialog
          pick={{ name: 'p', files: names.map(picked), ignoreFiles: [], cut: false, unreadable: 0 }}
          contextLength={null}
          taken={0}
          onAttach={(files) => attached.push(files.map(({ name }) => name))}
          onClose={() => undefined}
        />
      </UiProvider>
    </TextsProvider>,
  );
  const attach = async () => {
    const button = await screen.findByRole('button', { name: /Attach 2/ });
    fireEvent.click(button);
  };
  await attach();
  fireEvent.click(screen.getByRole('checkbox', { name: /6/ }));
  await attach();
  expect(attached).toEqual([
    ['p/a.ts', 'p/b.md'],
    ['p/a.ts', 'p/b.md'],
  ]);
});
