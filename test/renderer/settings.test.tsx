// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { openApp } from './app.tsx';
import { createWorld, system } from './world.ts';

const world = { systems: [system('alpha', 'Alpha')] };

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
