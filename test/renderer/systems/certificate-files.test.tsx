// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import { openApp } from '../app.tsx';
import { chooseFile, typePassphrase } from '../choose-file.ts';
import { certificate, createWorld, facts, keyChoice, system } from '../world.ts';

const places = { systems: [system('alpha', 'Alpha')] };

describe('files that need more than a passphrase', () => {
  const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString();

  /** A main that knows a file with a key, one with its certificate, and one with two keys. */
  function worldOfParts() {
    const { bridge, keepCertificate } = createWorld(places);
    const keys = [
      keyChoice(0, { friendlyName: 'first' }),
      keyChoice(1, { keyType: 'EC P-256', certificate: facts('hanako'), uses: ['encryption'] }),
      keyChoice(2, { keyType: 'Ed25519', certificate: null, uses: [] }),
      keyChoice(3, { keyType: null, certificate: null, uses: [], problem: 'passphrase' }),
    ];
    const found = (keyIndex: number, several: boolean) => ({
      readId: 'read-1',
      fileName: 'file',
      proposedName: keyIndex === 0 ? 'taro' : 'hanako',
      leaf: facts(keyIndex === 0 ? 'taro' : 'hanako'),
      chain: [],
      checks: [],
      strays: [],
      keys: several ? keys : keys.slice(0, 1),
      keyIndex,
      duplicateOf: null,
      needsVault: false,
    });
    bridge.answer({
      'certificates.read': ({ bytes, secondFile }) => {
        const parts = [bytes, ...(secondFile ? [secondFile.bytes] : [])].map(textOf);
        if (parts.includes('several')) return found(0, true);
        if (!parts.includes('key')) throw new AppError('certificate-no-key');
        if (parts.includes('certificate')) return found(0, false);
        throw new AppError('certificate-no-certificate', {
          details: { reason: parts.length > 1 ? 'no-match' : 'none' },
        });
      },
      'certificates.chooseKey': ({ keyIndex }) => found(keyIndex, true),
      'certificates.keep': ({ name }) => keepCertificate(certificate('kept', name)),
    });
    return bridge;
  }
  const part = (content: string) => new File([content], `${content}.pem`);
  const addHalf = (file: File) => {
    const input = screen.getByRole('dialog').querySelector('input[type=file]');
    if (!input) throw new Error('no file field');
    fireEvent.change(input, { target: { files: [file] } });
  };
  const preview = () => screen.findByRole('dialog', { name: 'Import this certificate?' });

  it('asks for the other file where one has the certificate only, until it fits', async () => {
    await openApp(worldOfParts(), '#/certificates');
    await chooseFile(part('certificate'));
    expect(await screen.findByText('This file has no private key.')).toBeTruthy();
    expect(screen.getByText('Drop the file with the private key here')).toBeTruthy();
    addHalf(part('key'));
    expect(await preview()).toBeTruthy();
  });

  it('says so where key and certificate are no pair', async () => {
    await openApp(worldOfParts(), '#/certificates');
    await chooseFile(part('key'));
    expect(await screen.findByText('Drop the file with the certificate here')).toBeTruthy();
    addHalf(part('stranger'));
    expect(
      await screen.findByText('The certificate does not belong to the private key.'),
    ).toBeTruthy();
    addHalf(part('certificate'));
    expect(await preview()).toBeTruthy();
  });

  it('takes two files at once, and says that three are too many', async () => {
    const bridge = worldOfParts();
    await openApp(bridge, '#/certificates');
    await chooseFile(part('key'), part('certificate'), part('chain'));
    expect(await screen.findByText(/^More than two files/)).toBeTruthy();
    expect(bridge.calls.some(({ name }) => name === 'certificates.read')).toBe(false);
    for (const button of screen.getAllByRole('button', { name: 'Close' }).slice(-1)) {
      fireEvent.click(button);
    }
    await chooseFile(part('certificate'), part('key'));
    expect(await preview()).toBeTruthy();
  });

  it('lets the user choose among several keys', async () => {
    const bridge = worldOfParts();
    await openApp(bridge, '#/certificates');
    await chooseFile(part('several'));
    const dialog = within(await preview());
    const radio = (name: string) => dialog.getByRole<HTMLInputElement>('radio', { name });
    expect(radio('first (RSA 2048)').checked).toBe(true);
    expect(radio('Key without a name (Ed25519)').disabled).toBe(true);
    fireEvent.click(radio('hanako (EC P-256)'));
    await waitFor(() => expect(radio('hanako (EC P-256)').checked).toBe(true));
    expect(dialog.getAllByText(/CN=hanako,/)).toHaveLength(2);
    expect(dialog.getByText(/^encryption · .+ to .+ · serial number 4f:21/)).toBeTruthy();
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('hanako');
  });

  it('asks for another passphrase where that opens another key', async () => {
    const bridge = worldOfParts();
    await openApp(bridge, '#/certificates');
    await chooseFile(part('several'));
    const dialog = within(await preview());
    expect(dialog.getByText(/it has another passphrase/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Enter another passphrase' }));
    expect(await screen.findByRole('dialog', { name: 'Passphrase of the file' })).toBeTruthy();
    const discarded = { name: 'certificates.discard', input: { readId: 'read-1' } };
    await waitFor(() => expect(bridge.calls).toContainEqual(discarded));
  });
});

describe('a long reading', () => {
  /** A main that reads until it is told to stop; `told` is the name it was given. */
  function worldThatTakesLong() {
    const { bridge } = createWorld(places);
    let stop: (error: AppError) => void = () => undefined;
    const attempts: string[] = [];
    bridge.answer({
      'certificates.read': ({ passphrase, attempt = '' }) => {
        if (passphrase === null) {
          throw new AppError('certificate-wrong-password', { details: { reason: 'needed' } });
        }
        attempts.push(attempt);
        return new Promise((_resolve, reject) => {
          stop = reject;
        });
      },
      'certificates.cancelRead': () => stop(new AppError('cancelled')),
    });
    return { bridge, attempts };
  }

  it('shows its phase and how far it is, and leaves the passphrase to be typed again', async () => {
    const { bridge, attempts } = worldThatTakesLong();
    await openApp(bridge, '#/certificates');
    await chooseFile();
    await typePassphrase('slow');
    await screen.findByRole('progressbar', { name: 'Reading the file' });
    const [attempt = ''] = attempts;
    bridge.emit('certificates.progress', { attempt: 'another', phase: 'matching', fraction: 1 });
    bridge.emit('certificates.progress', { attempt, phase: 'deriving-keys', fraction: 0.42 });
    const bar = await screen.findByRole('progressbar', {
      name: 'Deriving the key from the passphrase',
    });
    expect(bar.getAttribute('aria-valuenow')).toBe('42');
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(bridge.calls).toContainEqual({ name: 'certificates.cancelRead', input: { attempt } });
    expect(screen.getByRole('dialog', { name: 'Passphrase of the file' })).toBeTruthy();
    expect(screen.queryByRole('alert')?.textContent ?? '').toBe('');
  });

  it('ends with the dialog', async () => {
    const { bridge, attempts } = worldThatTakesLong();
    await openApp(bridge, '#/certificates');
    await chooseFile();
    await typePassphrase('slow');
    await waitFor(() => expect(attempts).toHaveLength(1));
    fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'certificates.cancelRead',
        input: { attempt: attempts[0] },
      }),
    );
  });
});
