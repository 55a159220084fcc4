// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { fromPalette } from '../../app.tsx';
import { client, openClients, pressEscape } from './opened.tsx';

describe('the palette', () => {
  it('opens a client by its name or redirect URL, and points out a certificate', async () => {
    const other = client('other', { redirectUrls: ['https://elsewhere.example/cb'] });
    await openClients({ clients: [client('batch'), other] });
    await screen.findByRole('button', { name: 'batch' });
    await fromPalette('elsewhere', /other/);
    expect(await screen.findByRole('dialog', { name: 'other' })).toBeTruthy();
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await fromPalette('mine', /Mine/);
    const card = await screen.findByRole('group', { name: 'Mine', current: true });
    expect(within(card).getByRole('heading', { name: 'Mine' })).toBeTruthy();
  });

  it('opens the session and the addresses of clients, and changes theme and language', async () => {
    const { bridge } = await openClients();
    await fromPalette('session', /Session/);
    expect(await screen.findByRole('dialog', { name: 'Session' })).toBeTruthy();
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await fromPalette('client addr', /Client addresses/);
    expect(await screen.findByRole('dialog', { name: 'Client addresses' })).toBeTruthy();
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await fromPalette('theme dark', /Dark/);
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({ name: 'settings.update', input: { theme: 'dark' } }),
    );
  });
});
