// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../../preload/contract/errors.ts';
import { client, openClients, pressEscape } from './opened.tsx';

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
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete 2 clients' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Delete 2 clients?' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 2 clients' }));
    const again = await screen.findByRole('alertdialog', { name: 'Delete the client “stays”?' });
    expect(within(again).getByRole('alert')).toBeTruthy();
    expect(await screen.findByText('Deleted the client “goes”.')).toBeTruthy();
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
    expect(asked.getByText(/^None of the Redirect URLs copied here/)).toBeTruthy();
    expect(asked.getByText('http://127.0.0.1/oauth/callback')).toBeTruthy();
  });

  it('that may only be looked at offer nothing that would be refused, and say why', async () => {
    const mine = client('mine', { source: 'kept', canRotate: false });
    const seen = client('seen', { source: 'keycloak-admin', canRotate: false, canChange: false });
    await openClients({ realm: 'views', ways: ['kept'], clients: [mine, seen] });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
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
    expect(within(sheet).getByText(/may view this client/)).toBeTruthy();
    expect(within(sheet).queryByRole('button', { name: 'Edit' })).toBeNull();
    fireEvent.keyDown(within(sheet).getByRole('button', { name: 'More actions for seen' }), {
      key: 'Enter',
    });
    await screen.findByRole('menuitem', { name: 'Create one like it' });
    expect(screen.queryByRole('menuitem', { name: 'Delete client' })).toBeNull();
    pressEscape();
    pressEscape();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click((await screen.findAllByRole('button', { name: 'New client' }))[0] as Element);
    expect(await screen.findByText(/may view the realm’s clients/)).toBeTruthy();
  });

  it('that a realm has beyond those that are listed are told of', async () => {
    await openClients({ realm: 'manages', clients: [client('batch')], hasMore: true });
    expect(await screen.findByText(/more clients than listed here/)).toBeTruthy();
  });
});
