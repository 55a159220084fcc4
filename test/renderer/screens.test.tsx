// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import { certificateFile, openApp } from './app.tsx';
import { certificate, createWorld, machine, machinesOf, system } from './world.ts';

const machines = [machine('Altair', 'OK', 'up'), machine('Capella', 'NG', 'down', 'Power cut')];
const world = {
  systems: [system('alpha', 'Alpha', { certificateId: 'c1' }), system('beta', 'Beta')],
  certificates: [certificate('c1', 'Mine', { usedBy: ['alpha'] })],
  machines,
};
const press = (key: string, more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });

describe('the first screen', () => {
  it('offers the demo and connecting, and says why the demo did not start', async () => {
    const { bridge } = createWorld();
    bridge.answer({
      'systems.openDemo': () => {
        throw new AppError('demo-not-running', { details: { reason: 'deadline' } });
      },
    });
    await openApp(bridge);
    expect((await screen.findAllByRole('button')).length).toBe(2);
    fireEvent.click(screen.getByRole('button', { name: /Open the demo system/ }));
    expect((await screen.findByRole('alert')).textContent).toContain('demo');
  });

  it('ends on the machines of the system that was connected to', async () => {
    const { bridge } = createWorld({ machines });
    await openApp(bridge);
    fireEvent.click(await screen.findByRole('button', { name: /Connect to a system/ }));
    const type = async (label: string, value: string) =>
      fireEvent.change(await screen.findByLabelText(label), { target: { value } });
    await type('Name', 'Alpha');
    await type('Web API base address', 'https://api.alpha.example.org/');
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

  it('adds nothing when a certificate is imported in the middle of the form', async () => {
    const { bridge } = createWorld();
    bridge.answer({
      'certificates.read': () => {
        throw new AppError('certificate-wrong-password', { details: { reason: 'needed' } });
      },
    });
    await openApp(bridge, '#/systems/new');
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Alpha' } });
    fireEvent.change(screen.getByLabelText('Web API base address'), {
      target: { value: 'https://api.alpha.example.org' },
    });
    const [, field] = document.querySelectorAll('input[type=file]');
    if (!field) throw new Error('no field for a certificate');
    fireEvent.change(field, { target: { files: [certificateFile()] } });
    const passphrase = await screen.findByLabelText('Passphrase');
    fireEvent.submit(passphrase.closest('form') ?? passphrase);
    await waitFor(() =>
      expect(bridge.calls.filter(({ name }) => name === 'certificates.read')).toHaveLength(2),
    );
    expect(bridge.calls.some(({ name }) => name === 'systems.add')).toBe(false);
  });

  it('adds nothing while an address is not usable', async () => {
    const { bridge } = createWorld();
    await openApp(bridge, '#/systems/new');
    fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Alpha' } });
    fireEvent.change(screen.getByLabelText('Web API base address'), { target: { value: 'alpha' } });
    await screen.findByText(/not a whole address/);
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(document.activeElement?.getAttribute('aria-invalid')).toBe('true'));
    expect(bridge.calls.some(({ name }) => name === 'systems.add')).toBe(false);
  });
});

describe('the machines', () => {
  it('keep the last good rows and say why a check failed', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    bridge.emit(
      'machines.changed',
      machinesOf('alpha', machines, {
        problem: new AppError('network-timeout', {
          details: { host: 'api.alpha.example.org' },
          retryable: true,
        }).toData(),
      }),
    );
    expect((await screen.findByRole('alert')).textContent).toContain(
      'api.alpha.example.org did not answer in time.',
    );
    expect(screen.getByText('Capella')).toBeTruthy();
    expect(screen.getByText(/from the last good check/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'machines.refresh',
        input: { systemId: 'alpha' },
      }),
    );
  });

  it('show the record of a row as it was received', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    fireEvent.click(await screen.findByRole('button', { name: 'Capella' }));
    const detail = await screen.findByRole('region', { name: 'Details of Capella' });
    expect(detail.textContent).toContain('"status": "NG"');
    expect(window.location.hash).toBe('#/machines/Capella');
    fireEvent.keyDown(detail, { key: 'Escape' });
    expect(screen.queryByRole('region', { name: 'Details of Capella' })).toBeNull();
  });

  it('ask for a certificate where the system has none', async () => {
    const { bridge } = createWorld({
      systems: [system('alpha', 'Alpha')],
      machinesChange: { checkedAt: null, attemptedAt: null },
    });
    await openApp(bridge);
    expect(await screen.findByRole('button', { name: 'Import a certificate' })).toBeTruthy();
  });
});

describe('the frame', () => {
  it('says how many machines are not up', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    expect(await screen.findByRole('button', { name: /Machines.*1 not up/ })).toBeTruthy();
  });

  it('goes to screens by keys and keeps the place in the address', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    press('6', { ctrlKey: true });
    expect(await screen.findByRole('heading', { name: 'Settings', level: 1 })).toBeTruthy();
    expect(window.location.hash).toBe('#/settings');
    await waitFor(() => expect(document.activeElement?.tagName).toBe('MAIN'));
  });

  it('finds a machine in the palette', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings');
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    press('k', { ctrlKey: true });
    const field = await screen.findByPlaceholderText(/Type a screen/);
    fireEvent.change(field, { target: { value: 'cape' } });
    fireEvent.click(await screen.findByRole('option', { name: /Capella/ }));
    expect(await screen.findByRole('region', { name: 'Details of Capella' })).toBeTruthy();
  });

  it('finds any of many conversations in the palette by its title', async () => {
    const { bridge } = createWorld(world);
    const titles = Array.from({ length: 1000 }, (_, at) => `Talk number ${at}`);
    bridge.answer({
      'conversations.snapshot': ({ systemId }) =>
        titles.map((title, at) => ({
          id: `c${at}`,
          systemId,
          title,
          model: null,
          createdAt: '2026-01-02T03:04:05.000Z',
          updatedAt: new Date(Date.UTC(2026, 0, 1) - at * 60_000).toISOString(),
          streaming: false,
          leafId: null,
          folderId: null,
          pinned: false,
          archived: at % 2 === 0,
          tags: [],
          temporary: false,
        })),
    });
    await openApp(bridge, '#/settings');
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    press('k', { ctrlKey: true });
    const field = await screen.findByPlaceholderText(/Type a screen/);
    for (const at of [999, 500]) {
      fireEvent.change(field, { target: { value: `talk ${at}` } });
      expect(await screen.findByRole('option', { name: `Talk number ${at}` })).toBeTruthy();
    }
  });

  it('changes nothing by keys while an input method composes', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    press('6', { ctrlKey: true, isComposing: true });
    expect(window.location.hash).not.toBe('#/settings');
  });

  it('says that the connection is lost until it is back', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    await screen.findByText('Capella');
    bridge.connect('lost');
    expect(await screen.findByText(/lost its connection/)).toBeTruthy();
    bridge.connect('connected');
    await waitFor(() => expect(screen.queryByText(/lost its connection/)).toBeNull());
  });

  it('removes a system only after a question', async () => {
    const { bridge } = createWorld(world);
    const { stores } = await openApp(bridge);
    await screen.findByText('Capella');
    stores.overlay.setState({ open: { kind: 'remove-system', systemId: 'beta' } });
    await screen.findByRole('alertdialog', { name: 'Remove the system Beta?' });
    expect(bridge.calls.some(({ name }) => name === 'systems.remove')).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Remove system' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({ name: 'systems.remove', input: { id: 'beta' } }),
    );
  });
});

describe('the settings', () => {
  it('change the theme and the language at once', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings');
    fireEvent.click(await screen.findByLabelText('Dark'));
    await waitFor(() => expect(document.documentElement.dataset.theme).toBe('dark'));
    fireEvent.click(screen.getByLabelText('日本語'));
    expect(await screen.findByRole('heading', { name: '設定', level: 1 })).toBeTruthy();
    expect(document.documentElement.lang).toBe('ja');
  });

  it('name what is set in the environment, and what the app does about it', async () => {
    const { bridge } = createWorld(world);
    const about = {
      version: '1',
      host: 'web',
      platform: 'x',
      dataFolder: '/d',
      runtime: {},
    } as const;
    bridge.answer({
      'app.info': () => ({
        ...about,
        environment: [
          { name: 'NODE_TLS_REJECT_UNAUTHORIZED', treatment: 'undone' },
          { name: 'HTTPS_PROXY', treatment: 'used' },
        ],
      }),
    });
    await openApp(bridge, '#/settings');
    const name = await screen.findByText('NODE_TLS_REJECT_UNAUTHORIZED');
    expect(name.nextElementSibling?.textContent).toBe(
      'Tells Node to trust any server, whatever its certificate. It has no effect here.',
    );
    expect(screen.getByText('HTTPS_PROXY').nextElementSibling?.textContent).toMatch(
      / It is used\.$/,
    );
    expect(screen.queryByText('NODE_OPTIONS')).toBeNull();
  });

  it('lock and unlock the vault', async () => {
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

  it('change the passphrase by the one that is', async () => {
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

  it('say when the vault locks by itself, where a passphrase protects it', async () => {
    const { bridge } = createWorld({
      ...world,
      vault: { state: 'ready', protection: 'passphrase', keychainProblem: 'not-offered' },
    });
    await openApp(bridge, '#/settings');
    const after = await screen.findByLabelText('Lock by itself');
    expect((after as HTMLSelectElement).selectedOptions[0]?.textContent).toBe(
      'After 1 hour without you',
    );
    fireEvent.change(after, { target: { value: '5' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Lock when this computer has slept' }));
    await waitFor(() =>
      expect(bridge.calls.filter(({ name }) => name === 'settings.update')).toEqual([
        { name: 'settings.update', input: { lockAfter: 5 } },
        { name: 'settings.update', input: { lockWithComputer: false } },
      ]),
    );
  });

  it('and with a keychain that the app does not lock', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings');
    expect(await screen.findByText(/signed in to this computer/)).toBeTruthy();
    expect(screen.queryByLabelText('Lock by itself')).toBeNull();
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
