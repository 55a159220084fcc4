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
    const dialog = await screen.findByRole('dialog', { name: 'Import this certificate?' });
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
    const keep = await screen.findByRole('button', { name: 'Import' });
    const discard = screen.getByRole('button', { name: 'Cancel' });
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
    expect(await screen.findByRole('dialog', { name: 'Import this certificate?' })).toBeTruthy();
  });

  it('uses the certificate for a system that has none', async () => {
    const bridge = worldThatReads();
    await openApp(bridge, '#/certificates');
    await chooseFile();
    await typePassphrase('right');
    fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
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
    await screen.findByRole('button', { name: 'Import' });
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
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
    fireEvent.click(await screen.findByRole('button', { name: 'Import' }));

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
    fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
    const dialog = await screen.findByRole('dialog', { name: /Choose a passphrase/ });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: /Choose a passphrase/ })).toBeNull(),
    );
    expect(screen.getByRole('dialog', { name: 'Import this certificate?' })).toBeTruthy();
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
