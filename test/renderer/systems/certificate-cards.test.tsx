// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import { openApp } from '../app.tsx';
import { chooseFile } from '../choose-file.ts';
import { certificate, createWorld, facts, keyChoice, system } from '../world.ts';

const places = { systems: [system('alpha', 'Alpha')] };

describe('a certificate that ends soon', () => {
  const soon = certificate('c1', 'Work', {
    reminder: 7,
    leaf: facts('taro', { notAfter: new Date(Date.now() + 5.5 * 86_400_000).toISOString() }),
  });
  const world = {
    systems: [system('alpha', 'Alpha', { certificateId: 'c1' })],
    certificates: [soon, certificate('c2', 'Other', { reminder: null })],
  };

  it('is spoken of where it is used, and not again once dismissed', async () => {
    const { bridge } = createWorld(world);
    bridge.answer({
      'certificates.dismissReminder': () =>
        bridge.emit('certificates.changed', { certificates: [{ ...soon, reminder: null }] }),
    });
    await openApp(bridge, '#/machines');
    const bar = await screen.findByText(/^Work expires in 5 days/);
    fireEvent.click(screen.getByRole('button', { name: 'Open Certificates' }));
    await screen.findByRole('heading', { level: 1, name: 'Certificates' });
    expect(bar.isConnected).toBe(false);
    // its card says it, with the button that helps, and no banner says it again
    expect(await screen.findByText('5 days left')).toBeTruthy();
    expect(screen.queryByText(/^Work expires in/)).toBeNull();
    expect(screen.getAllByRole('button', { name: 'Replace with a file' })).toHaveLength(2);
    window.location.hash = '#/machines';
    fireEvent.click(await screen.findByRole('button', { name: 'Dismiss' }));
    await waitFor(() => expect(screen.queryByText(/^Work expires in/)).toBeNull());
    expect(bridge.calls).toContainEqual({
      name: 'certificates.dismissReminder',
      input: { id: 'c1' },
    });
  });

  it('is not spoken of on the machines of a system that uses another', async () => {
    const { bridge } = createWorld({ ...world, systems: [system('alpha', 'Alpha')] });
    await openApp(bridge, '#/machines');
    await screen.findByRole('heading', { level: 1, name: 'Machines' });
    expect(screen.queryByText(/expires in/)).toBeNull();
  });
});

describe('a certificate of hours', () => {
  const until = new Date(Date.now() + (11 * 60 + 50) * 60_000).toISOString();
  const begun = new Date(Date.now() - 3_600_000).toISOString();
  const leaf = facts('Work', { notBefore: begun, notAfter: until });
  const soon = { code: 'expires-soon', severity: 'warning', days: 0, until } as const;

  it('tells hours and minutes on its card', async () => {
    const ofHours = certificate('c1', 'Work', { leaf, checks: [soon], reminder: 1 });
    const { bridge } = createWorld({ ...places, certificates: [ofHours] });
    await openApp(bridge, '#/certificates');
    expect(await screen.findByText(/^11 h \d+ min left$/)).toBeTruthy();
    expect(screen.getByRole('meter').getAttribute('aria-valuetext')).toMatch(/ left, until /);
    expect(screen.queryByText(/\b0 days?\b/)).toBeNull();
  });

  it('tells them before it is kept', async () => {
    const { bridge } = createWorld(places);
    bridge.answer({
      'certificates.read': ({ fileName }) => ({
        ...{ readId: 'r', fileName, proposedName: 'Work', leaf, chain: [], strays: [] },
        ...{ checks: [soon], keys: [keyChoice(0)], keyIndex: 0, duplicateOf: null },
        needsVault: false,
      }),
    });
    await openApp(bridge, '#/certificates');
    await chooseFile();
    expect(await screen.findByText(/^It expires in 11 h \d+ min, on/)).toBeTruthy();
  });
});

describe('the cards', () => {
  const ended = { leaf: facts('Old', { notAfter: '2025-01-01T00:00:00.000Z' }) };

  it('show the details, the export and the curl command of the one in use, and fold the others', async () => {
    const { bridge } = createWorld({
      systems: [system('alpha', 'Alpha', { certificateId: 'c1' })],
      certificates: [
        certificate('c1', 'Work', { usedBy: ['alpha'] }),
        certificate('c2', 'Guest'),
        certificate('c3', 'Old', ended),
      ],
    });
    await openApp(bridge, '#/certificates');
    const card = within(await screen.findByRole('group', { name: 'Work' }));
    expect(await card.findByText('Used by Alpha')).toBeTruthy();
    expect(card.getByText('client authentication, signing')).toBeTruthy();
    expect(card.getByText('complete')).toBeTruthy();
    expect(card.getByRole('region', { name: 'curl command' }).textContent).toContain(
      "--cert 'Work.pem'",
    );
    fireEvent.click(card.getByRole('button', { name: 'Export as .p12' }));
    const form = within(await screen.findByRole('dialog', { name: 'Export Work as .p12' }));
    fireEvent.click(form.getByRole('button', { name: 'Cancel' }));
    const guest = within(screen.getByRole('group', { name: 'Guest' }));
    expect(guest.getByText(/not used by any system$/)).toBeTruthy();
    expect(guest.queryByText('Export')).toBeNull();
    fireEvent.click(guest.getByRole('button', { name: 'Details of Guest' }));
    expect(guest.getAllByText('Export')).not.toHaveLength(0);
    expect(guest.queryByRole('region', { name: 'curl command' })).toBeNull();
  });

  it('of what has expired offer to replace it while a system uses it, else to delete it', async () => {
    const { bridge } = createWorld({
      systems: [system('alpha', 'Alpha', { certificateId: 'c1' })],
      certificates: [
        certificate('c1', 'Used', { ...ended, usedBy: ['alpha'] }),
        certificate('c2', 'Unused', ended),
      ],
    });
    await openApp(bridge, '#/certificates');
    const names = async (card: string) =>
      within(await screen.findByRole('group', { name: card }))
        .getAllByRole('button')
        .map(({ textContent }) => textContent);
    expect(await names('Used')).toContain('Replace with a file');
    expect(await names('Unused')).toContain('Delete');
    expect(await names('Unused')).not.toContain('Replace with a file');
  });
});

describe('exporting as .p12', () => {
  it('asks for a new passphrase twice and says where the file is', async () => {
    const { bridge } = createWorld({
      ...places,
      certificates: [certificate('c1', 'Work', { others: [facts('Other CA')] })],
    });
    bridge.answer({
      'certificates.exportP12': () => ({ kind: 'saved', path: '/files/Work.p12' }),
    });
    await openApp(bridge, '#/certificates');
    const menu = await screen.findByRole('button', { name: 'Actions for Work' });
    fireEvent.keyDown(menu, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Export as .p12' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Export Work as .p12' }));
    const fill = (first: string, second: string) => {
      fireEvent.change(dialog.getByLabelText('New passphrase'), { target: { value: first } });
      fireEvent.change(dialog.getByLabelText('Repeat the passphrase'), {
        target: { value: second },
      });
      fireEvent.click(dialog.getByRole('button', { name: 'Export' }));
    };
    fill('new one', 'new two');
    expect(dialog.getByText('The passphrases differ.')).toBeTruthy();
    fireEvent.click(dialog.getByLabelText('Include the other certificates of the imported file'));
    fill('new one', 'new one');
    expect(await screen.findByText('/files/Work.p12')).toBeTruthy();
    expect(bridge.calls).toContainEqual({
      name: 'certificates.exportP12',
      input: { id: 'c1', passphrase: 'new one', withOthers: true },
    });
  });

  it('asks for the passphrase of the secrets once more where main wants it', async () => {
    const { bridge } = createWorld({ ...places, certificates: [certificate('c1', 'Work')] });
    bridge.answer({
      'certificates.exportPem': ({ confirmation }) => {
        if (confirmation !== 'typed again') throw new AppError('vault-confirmation-needed');
        return { kind: 'saved', path: '/files/Work.pem' };
      },
    });
    await openApp(bridge, '#/certificates');
    const menu = await screen.findByRole('button', { name: 'Actions for Work' });
    fireEvent.keyDown(menu, { key: 'Enter' });
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Export as PEM' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Export Work as PEM' }));
    fireEvent.click(dialog.getByLabelText('Not encrypted'));
    fireEvent.click(dialog.getByRole('button', { name: 'Export unencrypted' }));
    const again = await screen.findByRole('dialog', { name: 'Enter your passphrase again' });
    const field = within(again).getByLabelText('Passphrase');
    for (const typed of ['guess', 'open sesame']) {
      fireEvent.change(field, { target: { value: typed } });
      fireEvent.submit(field.closest('form') ?? field);
      if (typed === 'guess') await screen.findByText(/Wrong passphrase/);
    }
    expect(await screen.findByText('/files/Work.pem')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Enter your passphrase again' })).toBeNull();
  });
});
