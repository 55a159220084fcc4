import { expect, test } from 'vitest';
import { trayMenu, trayText } from '../../../../main/hosts/electron/background/tray-menu.ts';
import { labelsFor } from '../../../../main/hosts/electron/labels.ts';
import type { Overview } from '../../../../main/machines/monitor/index.ts';

const calm: Overview = { worst: 'up', troubled: [], more: 0 };
const state = { pausedUntil: null, keepChecking: false, startAtLogin: false };

function menuOf(overview: Overview) {
  const done: unknown[] = [];
  const actions = {
    open: (at?: object) => void done.push(at),
    pause: (on: boolean) => void done.push(on),
    keepChecking: (on: boolean) => void done.push(on),
    startAtLogin: (on: boolean) => void done.push(on),
    quit: () => void done.push('quit'),
  };
  const menu = trayMenu({ ...state, overview }, actions, labelsFor('en', []), 'en');
  return { menu, done };
}

test('a machine’s name is one line and no key of the menu, and leads to the machine', () => {
  const machine = {
    systemId: 's',
    system: 'S',
    name: 'R&D\n1/2',
    state: 'down',
    status: 'NG',
  } as const;
  const { menu, done } = menuOf({ worst: 'down', troubled: [machine], more: 3 });
  expect(menu.map(({ label }) => label).slice(0, 3)).toEqual([
    'Machines that are not up: 4',
    'R&&D 1/2: Down (NG)',
    'and 3 more',
  ]);
  menu[1]?.click?.({} as never, undefined, {} as never);
  expect(done).toEqual([{ systemId: 's', place: '#/machines/R%26D%0A1%2F2' }]);
});

test('the line says what is so', () => {
  const labels = labelsFor('en', []);
  const text = (overview: Overview, pausedUntil: number | null = null) =>
    trayText({ ...state, overview, pausedUntil }, labels);
  expect(text(calm)).toBe('All machines are up');
  expect(text({ ...calm, worst: null })).toBe('No states yet');
  expect(text({ ...calm, worst: 'unreachable' })).toBe('A Web API does not respond');
  expect(text({ ...calm, worst: 'unknown' })).toBe('Machine states are unknown');
  expect(text(calm, 1)).toBe('Checks are paused');
});
