// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import { certificateFile, openApp } from '../app.tsx';
import { chooseFile, typePassphrase } from '../choose-file.ts';
import { certificate, createWorld, facts, keyChoice, system } from '../world.ts';

const places = { systems: [system('alpha', 'Alpha')] };

/** A main that reads a file with the passphrase `right`. */
function worldThatReads(world: Parameters<typeof createWorld>[0] = places) {
  const { bridge, keepCertificate } = createWorld(world);
  bridge.answer({
    'certificates.read': ({ passphrase, fileName }) => {
      if (passphrase !== 'right') {
        const reason =
          passphrase === null
            ? 'needed'
            : passphrase.trim() === 'right'
              ? 'trimmed-works'
              : 'mismatch';
        throw new AppError('certificate-wrong-password', { details: { reason } });
      }
      return {
        readId: 'read-1',
        fileName,
        proposedName: 'taro.yamada',
        leaf: facts('taro.yamada', { fingerprint: 'ab'.repeat(32) }),
        chain: [facts('Issuing CA')],
        checks: [{ code: 'chain-incomplete', severity: 'warning' }],
        strays: [facts('Stray CA')],
        keys: [keyChoice(0)],
        keyIndex: 0,
        duplicateOf: null,
        needsVault: false,
      };
    },
    'certificates.keep': ({ name }) => keepCertificate(certificate('kept', name)),
  });
  return bridge;
}

describe('importing a certificate', () => {
  it('takes a wrong passphrase, then the right one, from one choice of file', async () => {
    const bridge = worldThatReads();
    await openApp(bridge, '#/certificates');
    await chooseFile();
    await typePassphrase('wrong');
    expect(await screen.findByText(/does not open the file/)).toBeTruthy();
    await typePassphrase('right');
    const dialog = await screen.findByRole('dialog', { name: 'Keep this certificate?' });
    expect(within(dialog).getByText(/CN=taro\.yamada/)).toBeTruthy();
    expect(within(dialog).getByText(Array(32).fill('AB').join(':'))).toBeTruthy();
    expect(within(dialog).getByText('Issuing CA')).toBeTruthy();
    expect(within(dialog).getByText('Stray CA')).toBeTruthy();
    expect(within(dialog).getByText(/chain to its root is not complete/)).toBeTruthy();
    const passphrases = bridge.calls
      .filter(({ name }) => name === 'certificates.read')
      .map(({ input }) => (input as { passphrase: string | null }).passphrase);
    expect(passphrases).toEqual([null, 'wrong', 'right']);
  });

  it('of an expired file is not the primary way', async () => {
    const bridge = worldThatReads();
    const leaf = facts('Old', { notAfter: '2025-01-01T00:00:00.000Z' });
    bridge.answer({
      'certificates.read': ({ fileName }) => ({
        ...{ readId: 'r', fileName, proposedName: 'Old', leaf, chain: [], strays: [] },
        ...{ checks: [{ code: 'expired', severity: 'error' }], keys: [keyChoice(0)], keyIndex: 0 },
        ...{ duplicateOf: null, needsVault: false },
      }),
    });
    await openApp(bridge, '#/certificates');
    await chooseFile();
    const keep = await screen.findByRole('button', { name: 'Keep certificate' });
    const discard = screen.getByRole('button', { name: 'Discard' });
    expect(keep.className).not.toContain('bg-accent');
    expect(discard.className).toContain('bg-accent');
  });

  it('in place of another proposes the name of the new one', async () => {
    const world = { ...places, certificates: [certificate('c1', 'Work 2025')] };
    await openApp(worldThatReads(world), '#/certificates');
    fireEvent.click(await screen.findByRole('button', { name: 'Replace with a file' }));
    const input = document.querySelector('main input[type=file]') ?? document.body;
    fireEvent.change(input, { target: { files: [certificateFile()] } });
    await typePassphrase('right');
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace Work 2025?' }));
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe(
      'taro.yamada',
    );
  });

  it('offers the passphrase without the blanks around it where that works', async () => {
    await openApp(worldThatReads(), '#/certificates');
    await chooseFile();
    await typePassphrase('right ');
    fireEvent.click(await screen.findByRole('button', { name: 'Use without spaces' }));
    expect(await screen.findByRole('dialog', { name: 'Keep this certificate?' })).toBeTruthy();
  });

  it('uses the certificate for a system that has none', async () => {
    const bridge = worldThatReads();
    await openApp(bridge, '#/certificates');
    await chooseFile();
    await typePassphrase('right');
    fireEvent.click(await screen.findByRole('button', { name: 'Keep certificate' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'systems.update',
        input: { id: 'alpha', certificateId: 'kept' },
      }),
    );
  });

  it('forgets in main what the user discards', async () => {
    const bridge = worldThatReads();
    await openApp(bridge, '#/certificates');
    await chooseFile();
    await typePassphrase('right');
    fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'certificates.discard',
        input: { readId: 'read-1' },
      }),
    );
    expect(bridge.calls.some(({ name }) => name === 'certificates.keep')).toBe(false);
  });

  it('says why a file cannot be read', async () => {
    const { bridge } = createWorld(places);
    bridge.answer({
      'certificates.read': () => {
        throw new AppError('certificate-malformed', { details: { where: 'outer' } });
      },
    });
    await openApp(bridge, '#/certificates');
    await chooseFile();
    expect((await screen.findByRole('alert')).textContent).toContain('damaged');
  });
});

describe('keeping a certificate while the vault is not set up', () => {
  const notSetUp = {
    ...places,
    vault: { state: 'not-set-up', protection: 'none', keychainProblem: 'no-keyring' },
  } as const;

  it('asks for a passphrase, twice the same and long enough, and goes on', async () => {
    const bridge = worldThatReads(notSetUp);
    const answered = () => bridge.calls.some(({ name }) => name === 'vault.setPassphrase');
    const { stores } = await openApp(bridge, '#/certificates');
    const keep = (name: string) => certificate('kept', name);
    bridge.answer({
      'certificates.keep': ({ name }) => {
        if (!answered()) throw new AppError('vault-not-set-up');
        return keep(name);
      },
    });
    await chooseFile();
    await typePassphrase('right');
    fireEvent.click(await screen.findByRole('button', { name: 'Keep certificate' }));

    const dialog = await screen.findByRole('dialog', { name: /Choose a passphrase/ });
    expect(within(dialog).getByText(/No keyring service is running/)).toBeTruthy();
    const fill = (first: string, second: string) => {
      fireEvent.change(within(dialog).getByLabelText('Passphrase'), { target: { value: first } });
      fireEvent.change(within(dialog).getByLabelText('Repeat the passphrase'), {
        target: { value: second },
      });
      fireEvent.click(within(dialog).getByRole('button', { name: 'Set passphrase' }));
    };
    fill('short', 'short');
    expect(within(dialog).getByText(/Use at least 8 characters/)).toBeTruthy();
    fill('long enough', 'long enouhg');
    expect(within(dialog).getByText('The passphrases differ.')).toBeTruthy();
    expect(answered()).toBe(false);
    fill('long enough', 'long enough');

    await screen.findByText('Imported taro.yamada.');
    expect(bridge.calls.filter(({ name }) => name === 'certificates.keep')).toHaveLength(2);
    expect(JSON.stringify(stores.vault.state.getState())).not.toContain('long enough');
  });

  it('keeps nothing and complains of nothing when the user cancels', async () => {
    const bridge = worldThatReads(notSetUp);
    bridge.answer({
      'certificates.keep': () => {
        throw new AppError('vault-not-set-up');
      },
    });
    await openApp(bridge, '#/certificates');
    await chooseFile();
    await typePassphrase('right');
    fireEvent.click(await screen.findByRole('button', { name: 'Keep certificate' }));
    const dialog = await screen.findByRole('dialog', { name: /Choose a passphrase/ });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: /Choose a passphrase/ })).toBeNull(),
    );
    expect(screen.getByRole('dialog', { name: 'Keep this certificate?' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a file that was opened with the app', () => {
  const opened = (fileName: string) => ({
    kind: 'read' as const,
    id: 7,
    fileName,
    bytes: new Uint8Array([1, 2, 3]),
  });

  it('is imported at once, wherever the window is; the next one after it', async () => {
    const bridge = worldThatReads();
    const waiting = [opened('first.p12'), opened('second.p12')];
    bridge.answer({ 'app.takeOpenedFile': () => waiting.shift() ?? null });
    await openApp(bridge, '#/settings');
    const first = await screen.findByRole('dialog', { name: /passphrase/i });
    expect(within(first).getByText(/first\.p12/)).toBeTruthy();
    expect(window.location.hash).toBe('#/settings');
    fireEvent.click(within(first).getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/second\.p12/)).toBeTruthy();
  });

  it('may come later, and may be unreadable', async () => {
    const bridge = worldThatReads();
    bridge.answer({ 'app.takeOpenedFile': () => null });
    await openApp(bridge, '#/machines');
    const problem = {
      code: 'file-not-read' as const,
      details: { name: 'gone.p12' },
      retryable: false,
    };
    let file: { kind: 'failed'; id: number; fileName: string; problem: typeof problem } | null = {
      kind: 'failed',
      id: 8,
      fileName: 'gone.p12',
      problem,
    };
    bridge.answer({
      'app.takeOpenedFile': () => {
        const taken = file;
        file = null;
        return taken;
      },
    });
    bridge.emit('app.fileOpened', undefined);
    expect(await screen.findByText('The file gone.p12 could not be opened.')).toBeTruthy();
    expect(bridge.calls.some(({ name }) => name === 'certificates.read')).toBe(false);
  });
});

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
    expect(await screen.findByText(/^11 hrs? \d+ mins? left$/)).toBeTruthy();
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
    expect(await screen.findByText(/^It expires in 11 hrs? \d+ mins?, on/)).toBeTruthy();
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
