// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

// as where the app was replaced under a window that is open: the file is no longer there
vi.mock('../../../renderer/features/settings/guide/english.ts', () => {
  throw new Error('gone');
});

test('the guide whose texts do not load says so, with the way out', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { bridge } = createWorld({ systems: [system('alpha', 'Alpha')] });
  await openApp(bridge, '#/guide');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toMatch(/gone|mock/);
  expect(screen.getByRole('button', { name: /reload/i })).toBeTruthy();
  quiet.mockRestore();
});
