import { expect, test } from 'vitest';
import type { System } from '../../../preload/contract/systems/systems.ts';
import { belowLine, screensAt } from '../../../renderer/kit/screens.ts';

test('a line parts the screens of work from those of access, in whatever order they come', () => {
  expect(belowLine(screensAt('top', null, null))).toBe('clients');
  expect(belowLine(['chat', 'certificates', 'tools', 'programs', 'clients'])).toBe('certificates');
  expect(belowLine(screensAt('bottom', null, null))).toBe(undefined);
  expect(belowLine(['certificates', 'tools', 'programs', 'chat'])).toBe(undefined);
});

const cluster: System = {
  ...{ id: 'alpha', name: 'Alpha', kind: 'real', route: 'certificate', createdAt: '' },
  ...{ webApiUrl: 'https://api.example', authUrl: null, genaiUrl: null, certificateId: null },
  ...{ reasoningBack: 'in-tool-rounds', longestRequest: 600, thinkTags: true, authorities: [] },
};

test('a screen whose service the system lacks comes last in its own group', () => {
  const shown = screensAt('top', cluster, null);
  expect(belowLine(shown)).toBe('clients');
  expect(shown[shown.indexOf('clients') - 1]).toBe('chat');
  const withoutClients = screensAt('top', { ...cluster, webApiUrl: '' }, null);
  expect(belowLine(withoutClients)).toBe('certificates');
  expect(withoutClients.at(-1)).toBe('clients');
});
