// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { client, fill, openClients, openCreate, pressEscape } from './opened.tsx';

describe('the clients', () => {
  const question = { name: 'Discard your changes?' };

  it('keep what was typed when the new one’s sheet is left by Escape, until it is discarded', async () => {
    await openClients();
    const [create] = await screen.findAllByRole('button', { name: 'New client' });
    fireEvent.click(create as Element);
    await screen.findByRole('dialog');
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    fireEvent.click(create as Element);
    await screen.findByRole('dialog');
    fill('Client ID', 'half-typed');
    pressEscape();
    const asked = await screen.findByRole('alertdialog', question);
    fireEvent.click(within(asked).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    const field = screen.getByRole('textbox', { name: 'Client ID' }) as HTMLInputElement;
    expect(field.value).toBe('half-typed');
    pressEscape();
    fireEvent.click(
      within(await screen.findByRole('alertdialog', question)).getByRole('button', {
        name: 'Discard',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it.each([
    ['Cancel', async () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    [
      'the way back',
      async () => {
        window.history.replaceState(null, '', '#/chat');
        fireEvent.popState(window);
      },
    ],
  ])('ask before what was typed is lost by %s, and lose nothing', async (_, leave) => {
    const { bridge } = await openClients();
    await openCreate();
    fill('Client ID', 'half-typed');
    await leave();
    const asked = await screen.findByRole('alertdialog', question);
    fireEvent.click(within(asked).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(window.location.hash).toBe('#/clients');
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Client ID' });
    expect(field.value).toBe('half-typed');
    expect(bridge.calls.some(({ name }) => name === 'systems.select')).toBe(false);
    await leave();
    fireEvent.click(
      within(await screen.findByRole('alertdialog', question)).getByRole('button', {
        name: 'Discard',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // It was asked once: the window goes where it is told again.
    fireEvent.keyDown(document.body, { key: '1', ctrlKey: true });
    await waitFor(() => expect(window.location.hash).toBe('#/machines'));
  });

  it('keep what was changed of one, too', async () => {
    await openClients({ clients: [client('batch')] });
    fireEvent.click(await screen.findByRole('button', { name: 'batch' }));
    const sheet = await screen.findByRole('dialog', { name: 'batch' });
    fireEvent.click(within(sheet).getByRole('button', { name: 'Edit' }));
    fill('Redirect URL 1', 'https://other.example/cb');
    pressEscape();
    expect(await screen.findByRole('alertdialog', question)).toBeTruthy();
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    fill('Redirect URL 1', 'https://app.example/cb');
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});
