// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { fromPalette, openApp } from './app.tsx';
import { chatWorld, message, place } from './chat/chat-world.ts';

const field = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const isWriting = async () => {
  const wanted = await field();
  await waitFor(() => expect(document.activeElement).toBe(wanted));
};

const ways: readonly [string, (emit: (command: 'new') => void) => void | Promise<void>][] = [
  ['the menu', (emit) => emit('new')],
  [
    'the button',
    () =>
      void fireEvent.click(
        screen.getAllByRole('button', { name: /^New conversation/ })[0] ?? document.body,
      ),
  ],
  ['Chat', () => void fireEvent.click(screen.getByRole('button', { name: /^Chat/ }))],
  ['the palette', () => fromPalette('new conv', /^New conversation/)],
];

for (const [way, press] of ways) {
  it(`a new conversation has the caret in its field: by ${way}`, async () => {
    const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
    await openApp(bridge, place);
    await screen.findByText('text of m1');
    await press((command) => bridge.emit('app.command', { command }));
    await waitFor(() => expect(location.hash).toBe('#/chat'));
    await isWriting();
    // pressed again, with the focus elsewhere: the text stays
    fireEvent.change(await field(), { target: { value: 'typed' } });
    screen.getByRole('main').focus();
    await press((command) => bridge.emit('app.command', { command }));
    await isWriting();
    expect((await field()).value).toBe('typed');
  });
}

it('going to Chat from another screen puts the caret into the field', async () => {
  const { bridge } = chatWorld({ branch: [] });
  await openApp(bridge, '#/machines');
  await screen.findByRole('heading', { level: 1, name: 'Machines' });
  fireEvent.click(screen.getByRole('button', { name: /^Chat/ }));
  await isWriting();
});

it('what has the focus after the caret went into the field keeps it', async () => {
  const { bridge } = chatWorld({ branch: [message('m0', 0), message('m1', 1)] });
  await openApp(bridge, place);
  await screen.findByText('text of m1');
  const mod = { ctrlKey: true, shiftKey: true };
  fireEvent.keyDown(document.body, { key: 'O', code: 'KeyO', ...mod });
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
  fireEvent.keyDown(document.body, { key: 'F', code: 'KeyF', ...mod });
  const search = screen.getByRole('searchbox');
  expect(document.activeElement).toBe(search);
  // the place of a timer that the first key had set
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(document.activeElement).toBe(search);
});
