// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../../preload/contract/errors.ts';
import { certificateFile, openApp } from '../app.tsx';
import { expectFocus, pressEnter } from '../keyboard.ts';
import { createWorld, machine, system } from '../world.ts';

const machines = [machine('Altair', 'OK', 'up'), machine('Capella', 'NG', 'down', 'Power cut')];

/** Goes on to the addresses of a new system. */
const withoutCertificate = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Continue without a certificate' }));

describe('the first screen', () => {
  it('offers the demo and connecting, and says why the demo did not start', async () => {
    const { bridge } = createWorld();
    bridge.answer({
      'systems.openDemo': () => {
        throw new AppError('demo-not-running', { details: { reason: 'deadline' } });
      },
    });
    await openApp(bridge);
    // a file that is chosen, the operator's, a key, none of them; addresses, a backup, the guide
    expect((await screen.findAllByRole('button')).length).toBe(7);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose a file…' }));
    fireEvent.click(screen.getByRole('button', { name: /Nothing yet: open the demo/ }));
    await waitFor(() =>
      expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContainEqual(
        expect.stringContaining('demo'),
      ),
    );
  });

  it('ends on the machines of the system that was connected to', async () => {
    const { bridge } = createWorld({ machines });
    await openApp(bridge);
    fireEvent.click(await screen.findByRole('button', { name: 'Enter addresses by hand' }));
    const type = async (label: string, value: string) =>
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    await type('Web API address', 'https://api.alpha.example.org/');
    await screen.findByText('api.alpha.example.org answers.');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('Capella')).toBeTruthy();
    expect(bridge.calls.find(({ name }) => name === 'systems.add')?.input).toMatchObject({
      name: 'Alpha',
      webApiUrl: 'https://api.alpha.example.org',
      authUrl: null,
      genaiUrl: null,
    });
  });

  it('has the focus in each step of connecting by the keyboard', async () => {
    const { bridge } = createWorld({ machines });
    const problem = new AppError('network-timeout', { details: { host: 'x' } }).toData();
    bridge.answer({
      'trial.tryOut': () => ({ failed: { step: 'status', problem }, machines: null }),
    });
    await openApp(bridge, '#/systems/new');
    pressEnter(await screen.findByRole('button', { name: 'Continue without a certificate' }));
    const address = () => screen.queryByLabelText('Web API address');
    await expectFocus(address);
    fireEvent.change(address() as HTMLElement, {
      target: { value: 'https://api.alpha.example.org/' },
    });
    await screen.findByText('api.alpha.example.org answers.');
    pressEnter(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByRole('alert');
    const kept = () => document.querySelector(':focus:not(:disabled):not(body)');
    await expectFocus(kept);
    pressEnter(screen.getByRole('button', { name: 'Back' }));
    await screen.findByLabelText('Web API address');
    await expectFocus(kept);
    bridge.answer({ 'trial.tryOut': () => ({ failed: null, machines: null }) });
    pressEnter(screen.getByRole('button', { name: 'Connect' }));
    await screen.findByText('Capella');
    await expectFocus(kept);
  });

  it('leads to its own field for the authority, not to the settings of a system that is not there', async () => {
    const { bridge } = createWorld({ machines });
    const problem = new AppError('tls-server-not-trusted', {
      details: { host: 'api.alpha.example.org' },
    }).toData();
    bridge.answer({ 'trial.tryOut': () => ({ failed: { step: 'tls', problem }, machines: null }) });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    const address = await screen.findByLabelText('Web API address');
    fireEvent.change(address, { target: { value: 'https://api.alpha.example.org/' } });
    await screen.findByText('api.alpha.example.org answers.');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toMatch(/is not trusted.*its own authority, add it\./);
    expect(alert.textContent).not.toContain('settings');
    expect(screen.getByRole('button', { name: 'Add authority…' })).toBeTruthy();
  });

  it('adds nothing once the user has gone back while it was checked', async () => {
    const { bridge } = createWorld({ machines });
    const answers: ((tried: { failed: null; machines: null }) => void)[] = [];
    bridge.answer({ 'trial.tryOut': () => new Promise((resolve) => answers.push(resolve)) });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    const address = await screen.findByLabelText('Web API address');
    fireEvent.change(address, { target: { value: 'https://api.alpha.example.org/' } });
    await screen.findByText('api.alpha.example.org answers.');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(answers).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await screen.findByLabelText('Web API address');
    answers[0]?.({ failed: null, machines: null });
    // a second check, which is answered, is the first to add something
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(answers).toHaveLength(2));
    expect(bridge.calls.filter(({ name }) => name === 'systems.add')).toEqual([]);
    answers[1]?.({ failed: null, machines: null });
    expect(await screen.findByText('Capella')).toBeTruthy();
    expect(bridge.calls.filter(({ name }) => name === 'systems.add')).toHaveLength(1);
  });

  it('takes any address of the identity provider, says what it was understood as, and keeps its realm', async () => {
    const { bridge } = createWorld({ machines });
    const settings: unknown[] = [];
    bridge.answer({
      'trial.reach': ({ field }) => ({
        ...{ reached: true, fits: field !== 'genai', problem: null },
        provider:
          field === 'identityProvider'
            ? { address: 'https://id.example.org', realmPath: '/realms/hpc' }
            : null,
      }),
      'session.updateSettings': (change) => {
        settings.push(change);
        throw new AppError('internal');
      },
    });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    const type = async (label: RegExp, value: string) =>
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    await type(/^Name/, 'Alpha');
    await type(/^Web API/, 'https://api.alpha.example.org');
    await type(/^Generative AI/, 'https://www.example.org');
    await type(/^Identity provider/, 'https://id.example.org/realms/hpc/account');
    await screen.findByText('id.example.org answers. Used as https://id.example.org/realms/hpc.');
    await screen.findByText(/^www.example.org answers, but it is not a generative AI service/);
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(settings).toEqual([{ systemId: 's1', realmPath: '/realms/hpc' }]));
    expect(bridge.calls.find(({ name }) => name === 'systems.add')?.input).toMatchObject({
      authUrl: 'https://id.example.org',
    });
  });

  it('adds one system, however often Connect is pressed because its realm could not be kept', async () => {
    const { bridge } = createWorld({ machines, systems: [system('old', 'Old')] });
    let kept = 0;
    bridge.answer({
      'trial.reach': ({ field }) => ({
        ...{ reached: true, fits: true, problem: null },
        provider:
          field === 'identityProvider'
            ? { address: 'https://id.example.org', realmPath: '/realms/hpc' }
            : null,
      }),
      'session.updateSettings': () => {
        kept += 1;
        throw new AppError('internal');
      },
    });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    const type = async (label: RegExp, value: string) =>
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    await type(/^Name/, 'Alpha');
    await type(/^Web API/, 'https://api.alpha.example.org');
    await type(/^Identity provider/, 'https://id.example.org/realms/hpc/account');
    await screen.findByText('id.example.org answers. Used as https://id.example.org/realms/hpc.');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(kept).toBe(1));
    await screen.findByText('An error occurred in the app.');
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    await type(/^Name/, 'Beta');
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(kept).toBe(2));
    const added = expect.not.stringMatching('old');
    const sent = (of: string) => bridge.calls.filter(({ name }) => name === of);
    expect(sent('systems.add')).toHaveLength(1);
    expect(sent('systems.update').map(({ input }) => input)).toMatchObject([
      { id: added, name: 'Beta', authUrl: 'https://id.example.org' },
    ]);
  });

  it('adds nothing when a certificate is imported in the middle of it', async () => {
    const { bridge } = createWorld();
    bridge.answer({
      'certificates.read': () => {
        throw new AppError('certificate-wrong-password', { details: { reason: 'needed' } });
      },
    });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    fireEvent.change(await screen.findByLabelText('Name in the sidebar'), {
      target: { value: 'Alpha' },
    });
    fireEvent.change(screen.getByLabelText('Web API address'), {
      target: { value: 'https://api.alpha.example.org' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Add…' }));
    fireEvent.drop(document.body, {
      dataTransfer: { types: ['Files'], files: [certificateFile()], items: [] },
    });
    const passphrase = await screen.findByLabelText('Passphrase');
    fireEvent.submit(passphrase.closest('form') ?? passphrase);
    await waitFor(() =>
      expect(bridge.calls.filter(({ name }) => name === 'certificates.read')).toHaveLength(2),
    );
    expect(bridge.calls.some(({ name }) => name === 'systems.add')).toBe(false);
  });

  it('takes no more authorities than main does, none twice, and reads no file that is too large', async () => {
    const { bridge } = createWorld();
    const authority = (at: number) => ({
      ...{ subject: `CN=Root ${at}`, notAfter: '2036-01-01T00:00:00.000Z', pem: `PEM ${at}` },
      fingerprint: at.toString(16).padStart(64, '0'),
    });
    const some = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => authority(from + at));
    const inFiles = [some(0, 15), some(10, 20), some(20, 21)];
    bridge.answer({ 'systems.readAuthorities': () => inFiles.shift() ?? [] });
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    await screen.findByLabelText('Name in the sidebar');
    fireEvent.click(screen.getByRole('button', { name: 'More' }));
    const give = (file: File) => {
      const [field] = document.querySelectorAll('[data-authorities] input[type=file]');
      if (!field) throw new Error('no field for authorities');
      fireEvent.change(field, { target: { files: [file] } });
    };
    const listed = () => screen.queryAllByRole('button', { name: /^Remove Root/ }).length;
    const pem = new File(['PEM'], 'authority.pem');
    give(pem);
    await waitFor(() => expect(listed()).toBe(15));
    give(pem);
    await waitFor(() => expect(listed()).toBe(20));
    give(pem);
    await screen.findByText(/more authorities than a system can have \(20\)/);
    expect(listed()).toBe(20);
    const large = new File(['PEM'], 'large.pem');
    Object.defineProperty(large, 'size', { value: 50 * 1024 * 1024 });
    const reads = () => bridge.calls.filter(({ name }) => name === 'systems.readAuthorities');
    give(large);
    await screen.findByText(/too large to be a certificate/);
    expect(reads()).toHaveLength(3);
  });

  it('adds nothing while an address is not usable', async () => {
    const { bridge } = createWorld();
    await openApp(bridge, '#/systems/new');
    await withoutCertificate();
    fireEvent.change(await screen.findByLabelText('Name in the sidebar'), {
      target: { value: 'Alpha' },
    });
    fireEvent.change(screen.getByLabelText('Web API address'), { target: { value: 'alpha' } });
    await screen.findByText(/not a complete address/);
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    expect(bridge.calls.some(({ name }) => name === 'systems.add')).toBe(false);
  });
});
