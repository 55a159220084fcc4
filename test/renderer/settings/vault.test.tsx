// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { VaultState } from '../../../preload/contract/app.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import { openApp, paletteField } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const world = { systems: [system('alpha', 'Alpha')] };

describe('the vault', () => {
  it('is locked and unlocked, by its passphrase only', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'locked', protection: 'passphrase', keychainProblem: 'not-offered' },
    });
    await openApp(bridge, '#/settings/secrets');
    fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
    const field = await screen.findByLabelText('Passphrase');
    const submit = () => fireEvent.submit(field.closest('form') ?? field);
    fireEvent.change(field, { target: { value: 'guess' } });
    submit();
    expect(await screen.findByText(/Wrong passphrase/)).toBeTruthy();
    fireEvent.change(field, { target: { value: 'open sesame' } });
    submit();
    expect(await screen.findByRole('button', { name: 'Lock now' })).toBeTruthy();
  });

  it('asks for no passphrase where a keychain does not open it, and says that nothing is lost', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'locked', protection: 'keychain', keychainProblem: 'no-keyring' },
    });
    await openApp(bridge, '#/settings/secrets');
    expect(await screen.findByText(/protects your private keys .* Nothing is lost/)).toBeTruthy();
    expect(screen.getByText(/^No keyring service/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Unlock' })).toBeNull();
  });

  it('a locked keyring is said over any screen, and unlocked by the system’s prompt; Cancel leaves it', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'locked', protection: 'keychain', keychainProblem: 'locked' },
    });
    let answer: VaultState = { state: 'locked', protection: 'keychain', keychainProblem: 'locked' };
    bridge.answer({ 'vault.unlockKeychain': () => answer });
    await openApp(bridge, '#/settings/secrets');
    expect(await screen.findByText(/^Your keyring is locked, so Compute Desk cannot/)).toBeTruthy();
    expect(screen.getByText('The keyring of this computer is locked.')).toBeTruthy();
    expect(screen.queryByText(/No keyring service/)).toBeNull();
    const unlock = () => screen.getAllByRole('button', { name: 'Unlock keyring…' });
    expect(unlock()).toHaveLength(2);
    for (const button of unlock()) fireEvent.click(button);
    await waitFor(() =>
      expect(bridge.calls.filter(({ name }) => name === 'vault.unlockKeychain')).toHaveLength(2),
    );
    expect(screen.queryByRole('dialog')).toBeNull();
    answer = { state: 'ready', protection: 'keychain', keychainProblem: null };
    act(() => bridge.emit('vault.changed', answer));
    await waitFor(() => expect(screen.queryByText(/^Your keyring is locked/)).toBeNull());
  });

  it('with a locked keyring and no secret yet, says what protects the first one', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'not-set-up', protection: 'none', keychainProblem: 'locked' },
    });
    await openApp(bridge, '#/settings/secrets');
    expect(await screen.findByText(/^Unlock the keyring to protect your secrets/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Unlock keyring…' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Set a passphrase' })).toBeTruthy();
    // nothing is stored yet, so no bar stands over the screens
    expect(screen.queryByText(/^Your keyring is locked/)).toBeNull();
  });

  it('says that stored secrets are exposed, and takes a passphrase that protects them', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'not-set-up', protection: 'none', keychainProblem: 'exposed' },
    });
    await openApp(bridge, '#/settings/secrets');
    expect(await screen.findByText(/your stored secrets are encrypted with a key/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Set a passphrase' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Choose a passphrase for your secrets' }),
    );
    expect(dialog.getByText(/so your stored secrets/)).toBeTruthy();
    expect(dialog.getByText(/instead of the keychain/)).toBeTruthy();
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
    await openApp(bridge, '#/settings/secrets');
    fireEvent.click(await screen.findByRole('button', { name: 'Change passphrase…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Change your passphrase' });
    const fill = (label: string, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    const submit = () =>
      fireEvent.click(within(dialog).getByRole('button', { name: 'Change passphrase' }));
    fill('New passphrase', 'another one');
    fill('Repeat the new passphrase', 'another');
    submit();
    expect(within(dialog).getByText('The passphrases differ.')).toBeTruthy();
    fill('Repeat the new passphrase', 'another one');
    fill('Current passphrase', 'guess');
    submit();
    expect(await within(dialog).findByText(/Wrong passphrase/)).toBeTruthy();
    fill('Current passphrase', 'open sesame');
    submit();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(bridge.calls).toContainEqual({
      name: 'vault.setPassphrase',
      input: { passphrase: 'another one', current: 'open sesame' },
    });
  });

  it('takes a first passphrase that is long enough and typed twice alike, and says what it is not', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'not-set-up', protection: 'none', keychainProblem: 'no-keyring' },
    });
    await openApp(bridge, '#/settings/secrets');
    fireEvent.click(await screen.findByRole('button', { name: 'Set a passphrase' }));
    const dialog = within(
      await screen.findByRole('dialog', { name: 'Choose a passphrase for your secrets' }),
    );
    expect(dialog.getByText(/No keyring service is running/)).toBeTruthy();
    expect(dialog.getByText(/A lost passphrase cannot be recovered/)).toBeTruthy();
    const fill = (label: string, value: string) =>
      fireEvent.change(dialog.getByLabelText(label), { target: { value } });
    const submit = () => fireEvent.click(dialog.getByRole('button', { name: 'Set passphrase' }));
    fill('Passphrase', 'short');
    fill('Repeat the passphrase', 'short');
    submit();
    expect(await dialog.findByText('Use at least 8 characters.')).toBeTruthy();
    fill('Passphrase', 'long enough');
    submit();
    expect(await dialog.findByText('The passphrases differ.')).toBeTruthy();
    expect(bridge.calls.some(({ name }) => name === 'vault.setPassphrase')).toBe(false);
    fill('Repeat the passphrase', 'long enough');
    submit();
    expect(await screen.findByRole('button', { name: 'Lock now' })).toBeTruthy();
    expect(bridge.calls).toContainEqual({
      name: 'vault.setPassphrase',
      input: { passphrase: 'long enough' },
    });
    expect(document.body.outerHTML).not.toContain('long enough');
  });

  it('says what is wrong where it is Wrong passphrase, and keeps what was typed', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'locked', protection: 'passphrase', keychainProblem: null },
    });
    bridge.answer({
      'vault.unlock': () => {
        throw new AppError('vault-damaged');
      },
    });
    await openApp(bridge, '#/settings/secrets');
    fireEvent.click(await screen.findByRole('button', { name: 'Unlock' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Unlock your secrets' }));
    const field = dialog.getByLabelText<HTMLInputElement>('Passphrase');
    fireEvent.change(field, { target: { value: 'open sesame' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Unlock' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
    expect(dialog.queryByText(/Wrong passphrase/)).toBeNull();
    expect(field.value).toBe('open sesame');
  });
});

describe('a vault with a passphrase', () => {
  const vault = { state: 'ready', protection: 'passphrase', keychainProblem: null } as const;

  it('is locked from the palette, and from the host’s menu', async () => {
    const { bridge } = createWorld({ ...world, vault });
    await openApp(bridge, '#/settings/secrets');
    await screen.findByRole('button', { name: 'Lock now' });
    fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
    fireEvent.change(await paletteField(), {
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
    await openApp(bridge, '#/settings/secrets');
    await screen.findByRole('button', { name: 'Lock now' });
    for (let at = 0; at < 50; at += 1) fireEvent.keyDown(document.body, { key: 'a' });
    fireEvent.pointerDown(document.body);
    expect(bridge.calls.filter(({ name }) => name === 'vault.active')).toHaveLength(1);
  });
});
