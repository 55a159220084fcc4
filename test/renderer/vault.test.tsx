// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import { openApp } from './app.tsx';
import { createWorld, system } from './world.ts';

const world = { systems: [system('alpha', 'Alpha')] };

describe('the vault', () => {
  it('is locked and unlocked, by its passphrase only', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'locked', protection: 'passphrase', keychainProblem: 'not-offered' },
    });
    await openApp(bridge, '#/settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
    const field = await screen.findByLabelText('Passphrase');
    const submit = () => fireEvent.submit(field.closest('form') ?? field);
    fireEvent.change(field, { target: { value: 'guess' } });
    submit();
    expect(await screen.findByText(/not the passphrase/)).toBeTruthy();
    fireEvent.change(field, { target: { value: 'open sesame' } });
    submit();
    expect(await screen.findByRole('button', { name: 'Lock now' })).toBeTruthy();
  });

  it('takes another passphrase from whoever knows the one that is', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'ready', protection: 'passphrase', keychainProblem: 'not-offered' },
    });
    bridge.answer({
      'vault.setPassphrase': ({ current }) => {
        if (current !== 'open sesame') throw new AppError('vault-wrong-passphrase');
        return { state: 'ready', protection: 'passphrase', keychainProblem: 'not-offered' };
      },
    });
    await openApp(bridge, '#/settings');
    fireEvent.click(await screen.findByRole('button', { name: 'Change passphrase…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change your passphrase' });
    const fill = (label: string, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    const submit = () =>
      fireEvent.click(within(dialog).getByRole('button', { name: 'Change passphrase' }));
    fill('New passphrase', 'another one');
    fill('The new one again', 'another');
    submit();
    expect(within(dialog).getByText('The two are not the same.')).toBeTruthy();
    fill('The new one again', 'another one');
    fill('Passphrase until now', 'guess');
    submit();
    expect(await within(dialog).findByText(/not the passphrase/)).toBeTruthy();
    fill('Passphrase until now', 'open sesame');
    submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bridge.calls).toContainEqual({
      name: 'vault.setPassphrase',
      input: { passphrase: 'another one', current: 'open sesame' },
    });
  });
});

describe('a vault with a passphrase', () => {
  const vault = { state: 'ready', protection: 'passphrase', keychainProblem: null } as const;

  it('is locked from the palette, and from the host’s menu', async () => {
    const { bridge } = createWorld({ ...world, vault });
    await openApp(bridge, '#/settings');
    await screen.findByRole('button', { name: 'Lock now' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(await screen.findByPlaceholderText(/Type a screen/), {
      target: { value: 'lock secrets' },
    });
    fireEvent.click(await screen.findByRole('option', { name: /Lock secrets now/ }));
    await screen.findByRole('button', { name: 'Unlock' });
    bridge.emit('vault.changed', vault);
    await screen.findByRole('button', { name: 'Lock now' });
    bridge.emit('app.command', { command: 'lock' });
    await screen.findByRole('button', { name: 'Unlock' });
    expect(bridge.calls.filter(({ name }) => name === 'vault.lock')).toHaveLength(2);
  });

  it('hears that the user is there, and not at every key', async () => {
    const { bridge } = createWorld({ ...world, vault });
    await openApp(bridge, '#/settings');
    await screen.findByRole('button', { name: 'Lock now' });
    for (let at = 0; at < 50; at += 1) fireEvent.keyDown(document.body, { key: 'a' });
    fireEvent.pointerDown(document.body);
    expect(bridge.calls.filter(({ name }) => name === 'vault.active')).toHaveLength(1);
  });
});
