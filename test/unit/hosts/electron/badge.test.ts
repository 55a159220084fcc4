import type { NativeImage } from 'electron';
import { expect, test } from 'vitest';
import { createBadge } from '../../../../main/hosts/electron/background/badge.ts';
import type { TrayState } from '../../../../main/hosts/electron/background/tray-menu.ts';
import type { MachineInTrouble, Overview } from '../../../../main/machines/monitor/index.ts';

const down: MachineInTrouble = {
  systemId: 's',
  system: 'S',
  name: 'a',
  state: 'down',
  status: 'NG',
};
const calm: Overview = { worst: 'up', troubled: [], more: 0 };
const trouble: Overview = { worst: 'down', troubled: [down], more: 4999 };

function shownOn(platform: NodeJS.Platform) {
  const shown: unknown[] = [];
  let front: number | null = 1;
  const badge = createBadge({
    platform,
    setCount: (count) => void shown.push(count),
    window: () =>
      front === null
        ? undefined
        : {
            id: front,
            setOverlayIcon: (...of: unknown[]) => void shown.push([front, ...of]),
          },
    iconOf: ({ overview }: TrayState) => overview.worst as unknown as NativeImage,
  });
  const show = (overview: Overview, text = '') =>
    badge.show({ overview, pausedUntil: null, keepChecking: false, startAtLogin: false }, text);
  const window = (id: number | null) => {
    front = id;
  };
  return { shown, show, window };
}

test.each(['linux', 'darwin'] as const)(
  'on %s the icon has the number of machines that are not up, said once each time that it changes',
  (platform) => {
    const { shown, show } = shownOn(platform);
    for (const overview of [calm, calm, trouble, trouble, calm]) show(overview);
    expect(shown).toEqual([0, 5000, 0]);
  },
);

test('on Windows the taskbar has a picture and its words; a window that is opened later has it too', () => {
  const { shown, show, window } = shownOn('win32');
  show(trouble, 'Machines that are not up: 5000');
  window(null);
  show(trouble, 'Machines that are not up: 5000');
  window(2);
  show(trouble, 'Machines that are not up: 5000');
  show(calm, 'All machines are up');
  expect(shown).toEqual([
    [1, 'down', 'Machines that are not up: 5000'],
    [2, 'down', 'Machines that are not up: 5000'],
    [2, null, 'All machines are up'],
  ]);
});
