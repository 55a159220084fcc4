// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import type { SystemProposal } from '../../../preload/contract/systems/system-files.ts';
import { certificateFile, fromPalette, openApp } from '../app.tsx';
import type { FakeBridge } from '../fake-bridge.ts';
import { certificate, createWorld, facts, system } from '../world.ts';

const proposal: SystemProposal = {
  name: 'Example Centre',
  webApiUrl: 'https://api.centre.example.org',
  authUrl: 'https://idp.centre.example.org',
  genaiUrl: null,
  authorities: [],
  route: 'token',
  reasoningBack: 'never',
  computeApi: { family: 'slurm-ssh', host: 'login.centre.example.org', user: 'taro' },
  portal: { keysUrl: 'https://portal.example.org/keys', usageUrl: null },
  texts: { en: 'The help desk is\nextension 1234.', ja: '窓口は内線 1234 です。' },
};
const file = (name = 'centre.computedesk') => new File(['{}'], name);
const readable = {
  ...{ readId: 'read-1', proposedName: 'taro', leaf: facts('taro'), chain: [], checks: [] },
  ...{ strays: [], keys: [], keyIndex: 0, duplicateOf: null, needsVault: false },
};
const wantsPassphrase = () => {
  throw new AppError('certificate-wrong-password', { details: { reason: 'needed' } });
};
const filesRead = ({ calls }: FakeBridge) =>
  calls
    .filter(({ name }) => name === 'certificates.read')
    .map(({ input }) => (input as { fileName: string }).fileName);
const give = (files: readonly File[], at = 0) => {
  const field = document.querySelectorAll('input[type=file]')[at];
  if (!field) throw new Error('no field for files');
  fireEvent.change(field, { target: { files } });
};
const value = async (label: RegExp) =>
  (await screen.findByRole<HTMLInputElement>('textbox', { name: label })).value;

describe('the setup file of an operator', () => {
  it('fills the form from the first page, is shown, and is kept by Connect and not before', async () => {
    const { bridge } = createWorld();
    bridge.answer({ 'systemFiles.read': () => proposal });
    await openApp(bridge);
    await screen.findByText('What do you have?');
    give([file()]);
    expect(await value(/^Name/)).toBe('Example Centre');
    expect(await value(/^Web API/)).toBe('https://api.centre.example.org');
    expect(await value(/^Identity provider/)).toBe('https://idp.centre.example.org');
    const notice = within(screen.getByRole('region', { name: 'centre.computedesk' }));
    expect(notice.getByText(/extension 1234/)).toBeTruthy();
    expect(notice.getByText('https://portal.example.org/keys')).toBeTruthy();
    expect(notice.getByText('Token')).toBeTruthy();
    // another host than the addresses, so it is shown before the file is taken
    expect(notice.getByText('taro@login.centre.example.org')).toBeTruthy();
    const names = () => bridge.calls.map(({ name }) => name);
    expect(names()).not.toContain('systems.add');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(names()).toContain('genai.setPortal'));
    expect(bridge.calls.find(({ name }) => name === 'systems.add')?.input).toMatchObject({
      ...{ name: 'Example Centre', route: 'token', reasoningBack: 'never', genaiUrl: null },
    });
    expect(bridge.calls.find(({ name }) => name === 'genai.setPortal')?.input).toMatchObject({
      ...{ keysUrl: 'https://portal.example.org/keys', usageUrl: null },
    });
  });

  it('that is refused says why, and leaves the first page as it is', async () => {
    const { bridge } = createWorld();
    bridge.answer({
      'systemFiles.read': () => {
        throw new AppError('system-file-secret', { details: { where: 'portal.keys' } });
      },
    });
    await openApp(bridge);
    await screen.findByText('What do you have?');
    give([file('CENTRE.COMPUTEDESK')]);
    expect(await screen.findByText(/contain a secret: portal\.keys/)).toBeTruthy();
    expect(screen.getByText('What do you have?')).toBeTruthy();
  });

  it('fills the form of a further system too', async () => {
    const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
    bridge.answer({ 'systemFiles.read': () => proposal });
    await openApp(bridge, '#/systems/new');
    await screen.findByText('Open your certificate');
    fireEvent.drop(document.body, {
      dataTransfer: { types: ['Files'], files: [file()], items: [] },
    });
    await waitFor(async () => expect(await value(/^Name/)).toBe('Example Centre'));
  });

  it('of 50 MB is refused for its size, by a sentence of system files, and never sent', async () => {
    const { bridge } = createWorld();
    bridge.answer({ 'systemFiles.read': () => proposal });
    await openApp(bridge);
    await screen.findByText('What do you have?');
    const large = file();
    Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 });
    give([large]);
    expect(await screen.findByText(/The file is too large\./)).toBeTruthy();
    expect(bridge.calls.some(({ name }) => name === 'systemFiles.read')).toBe(false);
  });

  it('and the certificate that is dropped with it are both taken', async () => {
    const { bridge } = createWorld();
    bridge.answer({ 'systemFiles.read': () => proposal, 'certificates.read': wantsPassphrase });
    await openApp(bridge);
    await screen.findByText('What do you have?');
    give([certificateFile(), file()]);
    expect(await screen.findByLabelText('Passphrase')).toBeTruthy();
    expect(filesRead(bridge)).toEqual(['taro.p12']);
    fireEvent.click(screen.getByRole('button', { name: 'Continue without a certificate' }));
    expect(await value(/^Web API/)).toBe('https://api.centre.example.org');
  });

  it('fills the form anew and leaves the certificate that was imported there as it is', async () => {
    const { bridge, keepCertificate } = createWorld();
    bridge.answer({
      'systemFiles.read': () => proposal,
      'certificates.read': ({ fileName }) => ({ ...readable, fileName }),
      'certificates.keep': ({ name }) => keepCertificate(certificate('kept', name)),
    });
    await openApp(bridge);
    await screen.findByText('What do you have?');
    give([certificateFile()]);
    fireEvent.click(await screen.findByRole('button', { name: 'Import' }));
    await screen.findByRole('region', { name: 'taro' });
    fireEvent.drop(document.body, {
      dataTransfer: { types: ['Files'], files: [file()], items: [] },
    });
    await waitFor(async () => expect(await value(/^Name/)).toBe('Example Centre'));
    expect(filesRead(bridge)).toEqual(['taro.p12']);
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() =>
      expect(bridge.calls.find(({ name }) => name === 'systems.add')?.input).toMatchObject({
        certificateId: 'kept',
      }),
    );
  });

  it('that was opened with the app goes to the form, not to the certificates', async () => {
    const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
    const opened = [
      {
        kind: 'read' as const,
        id: 7,
        fileName: 'centre.computedesk',
        bytes: new Uint8Array([123, 125]),
      },
    ];
    bridge.answer({
      'systemFiles.read': () => proposal,
      'app.takeOpenedFile': () => opened.shift() ?? null,
    });
    await openApp(bridge, '#/certificates');
    await waitFor(async () => expect(await value(/^Name/)).toBe('Example Centre'));
    expect(bridge.calls.some(({ name }) => name === 'certificates.read')).toBe(false);
  });

  it('is written of a system of one’s own, and not of the demo', async () => {
    const { bridge } = createWorld({
      systems: [system('alpha', 'Alpha'), system('demo', 'Demo', { kind: 'demo' })],
    });
    bridge.answer({ 'systemFiles.export': () => ({ kind: 'saved', path: '/files/Alpha' }) });
    await openApp(bridge);
    await fromPalette('colleagues', /Save Alpha for colleagues/);
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({ name: 'systemFiles.export', input: { id: 'alpha' } }),
    );
  });
});

describe('the first page', () => {
  it('begins with a certificate that is dropped on it', async () => {
    const { bridge } = createWorld();
    bridge.answer({
      'certificates.read': () => {
        throw new AppError('certificate-wrong-password', { details: { reason: 'needed' } });
      },
    });
    await openApp(bridge);
    await screen.findByText('What do you have?');
    give([certificateFile()]);
    expect(await screen.findByLabelText('Passphrase')).toBeTruthy();
    expect(screen.getByRole('region', { name: 'taro.p12' })).toBeTruthy();
  });

  it('asks who has an API key for the address of the generative AI first, and goes on to Chat', async () => {
    const { bridge } = createWorld();
    await openApp(bridge);
    fireEvent.click(await screen.findByRole('button', { name: /An API key/ }));
    await screen.findByText(/enter the key in Chat/);
    const [first] = await screen.findAllByRole<HTMLInputElement>('textbox');
    expect(first?.placeholder).toBe('https://ai.example.org');
    const type = (label: RegExp, text: string) =>
      fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value: text } });
    type(/^Name/, 'AI');
    type(/^Generative AI/, 'https://ai.example.org');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(location.hash).toBe('#/chat'));
  });
});
