// @vitest-environment jsdom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { client, fill, openClients, openCreate } from './opened.tsx';

describe('the clients', () => {
  it('get the Client ID that the system chose, and it is said', async () => {
    const { bridge, state } = await openClients();
    bridge.answer({
      'clients.create': () => {
        const made = client('chosen-by-system');
        bridge.emit('clients.changed', { ...state, clients: [made] });
        return made;
      },
    });
    const sheet = await openCreate();
    fill('Client ID', 'wanted');
    fill('Redirect URL 1', 'https://app.example/cb');
    fireEvent.click(sheet.getByRole('button', { name: 'Create client' }));
    expect(
      await screen.findByText(/chose the Client ID “chosen-by-system” instead of “wanted”/),
    ).toBeTruthy();
  });

  const urls = () =>
    screen
      .getAllByRole<HTMLInputElement>('textbox', { name: /^Redirect URL \d+$/ })
      .map(({ value }) => value);
  const paste = (number: number, text: string) => {
    const field = screen.getByRole('textbox', { name: `Redirect URL ${number}` });
    return fireEvent.paste(field, { clipboardData: { getData: () => text } });
  };

  it('take several redirect URLs that are pasted at once, a row for each', async () => {
    await openClients({ clients: [client('batch')] });
    await openCreate();
    paste(1, 'https://a.example/cb\r\nhttps://b.example/cb, /cb');
    expect(urls()).toEqual(['https://a.example/cb', 'https://b.example/cb', '/cb']);
    // What stands in a row stays before what is pasted into it, and what is there comes no second time.
    paste(2, 'https://c.example/cb https://a.example/cb');
    expect(urls()).toEqual([
      'https://a.example/cb',
      'https://b.example/cb',
      'https://c.example/cb',
      '/cb',
    ]);
    // All that is selected is replaced.
    const first = screen.getByRole<HTMLInputElement>('textbox', { name: 'Redirect URL 1' });
    first.setSelectionRange(0, first.value.length);
    paste(1, 'https://d.example/cb\nhttps://e.example/cb');
    expect(urls().slice(0, 3)).toEqual([
      'https://d.example/cb',
      'https://e.example/cb',
      'https://b.example/cb',
    ]);
    // One alone is pasted by the browser.
    expect(paste(1, ' https://f.example/cb\n')).toBe(true);
    expect(urls()).toHaveLength(5);
  });

  it('suggest a redirect URL to who knows none, until there is one', async () => {
    const { bridge } = await openClients();
    bridge.answer({ 'clients.create': () => client('mine') });
    const sheet = await openCreate();
    fill('Client ID', 'mine');
    fireEvent.click(sheet.getByRole('button', { name: 'Use http://127.0.0.1:8080/callback' }));
    expect(urls()).toEqual(['http://127.0.0.1:8080/callback']);
    expect(sheet.queryByText(/^Not sure\?/)).toBeNull();
    expect(sheet.getByRole<HTMLButtonElement>('button', { name: 'Create client' }).disabled).toBe(
      false,
    );
    fill('Redirect URL 1', '');
    expect(sheet.getByText(/^Not sure\?/)).toBeTruthy();
    // what is copied from the web interface is not a matter of choice
    fireEvent.click(sheet.getByRole('radio', { name: 'Copy one from the web interface' }));
    expect(sheet.queryByText(/^Not sure\?/)).toBeNull();
  });

  it('have no redirect URL with blanks', async () => {
    await openClients();
    const sheet = await openCreate();
    const create = sheet.getByRole<HTMLButtonElement>('button', { name: 'Create client' });
    fill('Client ID', 'batch');
    fill('Redirect URL 1', 'https://app.example/my page');
    expect(sheet.getByText('A redirect URL has no spaces. Write %20 instead.')).toBeTruthy();
    expect(create.disabled).toBe(true);
    fill('Redirect URL 1', 'https://app.example/my%20page');
    expect(create.disabled).toBe(false);
  });

  it('cannot be made in the realm while nobody is signed in, which opens the session', async () => {
    await openClients({ realm: 'signed-out', ways: ['kept'] });
    fireEvent.click((await screen.findAllByRole('button', { name: 'New client' }))[0] as Element);
    const sheet = await screen.findByRole('dialog');
    const inRealm = within(sheet).getByRole('radio', { name: /Create in the realm/ });
    expect((inRealm as HTMLInputElement).disabled).toBe(true);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('dialog', { name: 'Session' })).toBeTruthy();
  });
});
