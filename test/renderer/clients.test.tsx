// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Client, ClientsState } from '../../preload/contract/clients.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Session } from '../../preload/contract/session.ts';
import { fromPalette, openApp } from './app.tsx';
import { certificate, createWorld, system } from './world.ts';

function client(clientId: string, change: Partial<Client> = {}): Client {
  return {
    id: `id-of-${clientId}`,
    systemId: 'alpha',
    source: 'dynamic-registration',
    clientId,
    redirectUrls: ['https://app.example/cb'],
    rootUrl: null,
    hasSecret: true,
    canRotate: true,
    canChange: true,
    createdAt: '2026-01-02T03:04:05.000Z',
    ...change,
  };
}

/** This app signs in with a client that was entered by hand. */
const session: Session = {
  systemId: 'alpha',
  state: 'signed-out',
  cause: { code: 'never-signed-in', at: '2026-01-01T00:00:00.000Z', problem: null },
  ...{ who: null, tokens: null, refreshAt: null, clockSkew: null, attempt: null },
  ...{ missing: [], ways: ['browser'], askRoute: false },
  redirectUrls: { window: '', tab: '', browser: 'http://127.0.0.1/oauth/callback' },
  settings: {
    ...{ clientId: 'own-client', hasClientSecret: true, extraScopes: [], redirectUrl: '' },
    ...{ browserRedirect: 'loopback', loopbackPort: null, route: 'token' },
    presentation: { header: 'authorization', scheme: 'Bearer' },
    ...{ idTokenRequired: true, keepTokens: true, realmPath: '/auth/realms/op' },
  },
};

/** The clients screen of a system that answers so. */
async function openClients(change: Partial<ClientsState> = {}, kind: 'real' | 'demo' = 'real') {
  const world = createWorld({
    systems: [
      system('alpha', 'Alpha', { authUrl: 'https://id.alpha.example', kind }),
      system('beta', 'Beta'),
    ],
    certificates: [certificate('c1', 'Mine')],
  });
  const state: ClientsState = {
    systemId: 'alpha',
    realm: 'none',
    ways: ['dynamic-registration', 'kept'],
    settings: { webInterfaceUrl: null, registrationUrl: null, hasInitialAccessToken: false },
    clients: [],
    hasMore: false,
    problem: null,
    ...change,
  };
  world.bridge.answer({ 'clients.snapshot': () => state, 'session.snapshot': () => session });
  const app = await openApp(world.bridge, '#/clients');
  await screen.findByRole('heading', { level: 1, name: 'Clients' });
  return { ...world, ...app, state };
}

describe('the clients', () => {
  it.each([
    ['demo', /demo’s own client/],
    ['real', /Entered in the sign-in settings/],
  ] as const)(
    'show the one that signs in where the list lacks it: of a system that is %s',
    async (kind, said) => {
      await openClients({}, kind);
      const own = within(await screen.findByRole('region', { name: 'Signs in this app' }));
      expect(own.getByText('own-client')).toBeTruthy();
      expect(own.getByText(said)).toBeTruthy();
    },
  );

  it('that the system kept are asked about again, and those that are gone are told', async () => {
    const clients = [client('stays'), client('goes')];
    const { bridge, state } = await openClients({ clients });
    bridge.answer({
      'clients.removeMany': () => {
        bridge.emit('clients.changed', { ...state, clients: clients.slice(0, 1) });
        return {
          removed: ['id-of-goes'],
          restorable: [],
          failed: [
            {
              id: 'id-of-stays',
              problem: new AppError('http-status', {
                details: { host: 'id', status: 500 },
              }).toData(),
            },
          ],
        };
      },
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all that are shown' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete 2 clients' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 clients?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 2 clients' }));
    const again = await screen.findByRole('alertdialog', { name: 'Delete the client “stays”?' });
    expect(within(again).getByRole('alert')).toBeTruthy();
    expect(await screen.findByText('Deleted the client “goes”.')).toBeTruthy();
  });

  it('get the Client ID that the system chose, and it is said', async () => {
    const { bridge, state } = await openClients();
    bridge.answer({
      'clients.create': () => {
        const made = client('chosen-by-system');
        bridge.emit('clients.changed', { ...state, clients: [made] });
        return made;
      },
    });
    fireEvent.click(
      (await screen.findAllByRole('button', { name: 'Create client' }))[0] as Element,
    );
    const type = (name: string, value: string) =>
      fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
    type('Client ID', 'wanted');
    type('Redirect URL 1', 'https://app.example/cb');
    fireEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Create client' }),
    );
    expect(
      await screen.findByText(/chose the Client ID “chosen-by-system” instead of “wanted”/),
    ).toBeTruthy();
  });

  const pressEscape = () =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
  const fill = (name: string, value: string) =>
    fireEvent.change(screen.getByRole('textbox', { name }), { target: { value } });
  const press = (key: string) => fireEvent.keyDown(document.body, { key, ctrlKey: true });
  const question = { name: 'Discard what you typed?' };

  it('keep what was typed when the new one’s sheet is left by Escape, until it is discarded', async () => {
    await openClients();
    const [create] = await screen.findAllByRole('button', { name: 'Create client' });
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
    fireEvent.click(
      (await screen.findAllByRole('button', { name: 'Create client' }))[0] as Element,
    );
    await screen.findByRole('dialog');
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
    press('1');
    await waitFor(() => expect(window.location.hash).toBe('#/machines'));
  });

  it('copied from the portal: which redirect URL to enter there, and what signing in needs is said', async () => {
    await openClients({ ways: ['kept'] });
    expect(await screen.findByText('http://127.0.0.1/oauth/callback')).toBeTruthy();
    expect(screen.getByText(/^For this app to sign in with it, enter this redirect/)).toBeTruthy();
    const own = screen.getByRole('region', { name: 'Signs in this app' });
    expect(within(own).getByText('own-client')).toBeTruthy();
    expect(within(own).getByText(/^Entered in the sign-in settings/)).toBeTruthy();
  });

  it('copied from the portal are not said to fail for what only the copy lacks', async () => {
    await openClients({ clients: [client('batch', { source: 'kept' })] });
    fireEvent.click(await screen.findByRole('button', { name: 'batch' }));
    const sheet = within(await screen.findByRole('dialog', { name: 'batch' }));
    fireEvent.click(sheet.getByRole('button', { name: 'Sign in with it' }));
    const asked = within(await screen.findByRole('alertdialog', { name: /^Sign in with “batch”/ }));
    expect(asked.getByText(/^None of the Redirect URLs that were copied here/)).toBeTruthy();
    expect(asked.getByText('http://127.0.0.1/oauth/callback')).toBeTruthy();
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
    fireEvent.click(
      (await screen.findAllByRole('button', { name: 'Create client' }))[0] as Element,
    );
    await screen.findByRole('dialog');
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

  it('have no redirect URL with blanks', async () => {
    await openClients();
    fireEvent.click(
      (await screen.findAllByRole('button', { name: 'Create client' }))[0] as Element,
    );
    const sheet = within(await screen.findByRole('dialog'));
    const create = sheet.getByRole<HTMLButtonElement>('button', { name: 'Create client' });
    fill('Client ID', 'batch');
    fill('Redirect URL 1', 'https://app.example/my page');
    expect(sheet.getByText('A redirect URL has no blanks; write %20 for one.')).toBeTruthy();
    expect(create.disabled).toBe(true);
    fill('Redirect URL 1', 'https://app.example/my%20page');
    expect(create.disabled).toBe(false);
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

  it('that may only be looked at offer nothing that would be refused, and say why', async () => {
    const mine = client('mine', { source: 'kept', canRotate: false });
    const seen = client('seen', { source: 'keycloak-admin', canRotate: false, canChange: false });
    await openClients({ realm: 'views', ways: ['kept'], clients: [mine, seen] });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all that are shown' }));
    expect(screen.getByRole('button', { name: 'Delete 1 client' })).toBeTruthy();
    const box = screen.getByRole('checkbox', { name: 'Select seen' }) as HTMLInputElement;
    expect({ checked: box.checked, disabled: box.disabled }).toEqual({
      checked: false,
      disabled: true,
    });
    const row = screen.getByRole('button', { name: 'seen' });
    fireEvent.keyDown(row, { key: 'Delete' });
    expect(screen.queryByRole('alertdialog')).toBeNull();
    fireEvent.click(row);
    const sheet = await screen.findByRole('dialog', { name: 'seen' });
    expect(within(sheet).getByText(/may look at this client/)).toBeTruthy();
    for (const name of ['Delete client', 'Edit']) {
      expect(within(sheet).queryByRole('button', { name })).toBeNull();
    }
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click((await screen.findAllByRole('button', { name: 'Add client' }))[0] as Element);
    expect(await screen.findByText(/may look at the realm’s clients/)).toBeTruthy();
  });

  it('that a realm has beyond those that are listed are told of', async () => {
    await openClients({ realm: 'manages', clients: [client('batch')], hasMore: true });
    expect(await screen.findByText(/more clients than are listed here/)).toBeTruthy();
  });

  it('cannot be made in the realm while nobody is signed in, which opens the session', async () => {
    await openClients({ realm: 'signed-out', ways: ['kept'] });
    fireEvent.click((await screen.findAllByRole('button', { name: 'Add client' }))[0] as Element);
    const sheet = await screen.findByRole('dialog');
    const inRealm = within(sheet).getByRole('radio', { name: /Create it in the realm/ });
    expect((inRealm as HTMLInputElement).disabled).toBe(true);
    fireEvent.click(within(sheet).getByRole('button', { name: 'Sign in' }));
    expect(await screen.findByRole('dialog', { name: 'Session' })).toBeTruthy();
  });
});

describe('the palette', () => {
  it('opens a client by its name or redirect URL, and points out a certificate', async () => {
    const other = client('other', { redirectUrls: ['https://elsewhere.example/cb'] });
    await openClients({ clients: [client('batch'), other] });
    await screen.findByRole('button', { name: 'batch' });
    await fromPalette('elsewhere', /other/);
    expect(await screen.findByRole('dialog', { name: 'other' })).toBeTruthy();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

    await fromPalette('mine', /Mine/);
    const card = await screen.findByRole('group', { name: 'Mine', current: true });
    expect(within(card).getByRole('heading', { name: 'Mine' })).toBeTruthy();
  });

  it('opens the session and where clients are made, and changes theme and language', async () => {
    const { bridge } = await openClients();
    await fromPalette('session', /Session/);
    expect(await screen.findByRole('dialog', { name: 'Session' })).toBeTruthy();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await fromPalette('where clients', /Where clients are made/);
    expect(await screen.findByRole('dialog', { name: 'Where clients are made' })).toBeTruthy();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await fromPalette('theme dark', /Dark/);
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({ name: 'settings.update', input: { theme: 'dark' } }),
    );
  });
});
