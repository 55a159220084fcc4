// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { defaultSettings } from '../../../preload/contract/settings/settings.ts';
import { fromPalette, openApp } from '../app.tsx';
import { createWorld, machine, system } from '../world.ts';

const world = () =>
  createWorld({
    systems: [system('alpha', 'Alpha')],
    machines: [machine('Altair', 'OK', 'up')],
  });

it('sections of the settings are found by their names and those of their settings', async () => {
  const { bridge } = world();
  await openApp(bridge);
  await fromPalette('lock', /^Secrets/);
  await waitFor(() => expect(location.hash).toBe('#/settings/secrets'));
});

it('in Japanese, English words and wide letters find what is named in Japanese', async () => {
  const { bridge } = world();
  await openApp(bridge);
  act(() => bridge.emit('settings.changed', { ...defaultSettings, language: 'ja' }));
  await screen.findByRole('heading', { level: 1, name: 'マシン' });
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true });
  await screen.findByRole('listbox', { name: 'コマンドパレット' });
  const field = screen.getByPlaceholderText('画面、操作、名前で検索');
  for (const [typed, found] of [
    ['calendar', /^カレンダー/],
    ['api key', /^APIキー/],
    ['ＡＰＩキー', /^APIキー/],
    ['カレンダー', /^カレンダー/],
    ['backup', /^バックアップ/],
  ] as const) {
    fireEvent.change(field, { target: { value: typed } });
    expect(await screen.findByRole('option', { name: found })).toBeTruthy();
  }
  fireEvent.change(field, { target: { value: 'zebra' } });
  await waitFor(() => expect(screen.queryByRole('option')).toBeNull());
});
