// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { CrashDump } from '../../../preload/contract/settings/support.ts';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const world = { systems: [system('alpha', 'Alpha')] };
const dump: CrashDump = { id: 'd1', at: '2026-11-22T08:00:00.000Z', size: 123_456 };

function openWorld(dumps: readonly CrashDump[] = []) {
  const { bridge } = createWorld(world);
  const calls: unknown[] = [];
  let left = [...dumps];
  bridge.answer({
    'support.crashes': () => left,
    'support.gather': ({ crashes }) => {
      calls.push(['gather', crashes]);
      const files = [
        { name: 'about.json', text: '{"version":"1.2.3"}' },
        ...(crashes ? [{ name: 'crashes.json', text: '[{"id":"d1"}]' }] : []),
        { name: 'log.txt', text: 'the end of the log' },
      ];
      return { id: `g${calls.length}`, files };
    },
    'support.save': ({ id }) => {
      calls.push(['save', id]);
      return { kind: 'saved', path: '/x' };
    },
    'support.saveCrash': ({ id }) => {
      calls.push(['saveCrash', id]);
      return { kind: 'cancelled' };
    },
    'support.removeCrash': ({ id }) => {
      calls.push(['removeCrash', id]);
      left = left.filter((one) => one.id !== id);
    },
  });
  return { bridge, calls };
}

it('shows every file of it before it is saved', async () => {
  const { bridge, calls } = openWorld();
  await openApp(bridge, '#/settings/support');
  fireEvent.click(await screen.findByRole('button', { name: 'Make a support file…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Support file' });
  expect(await within(dialog).findByText('the end of the log')).toBeTruthy();
  fireEvent.click(within(dialog).getByLabelText('about.json'));
  expect(within(dialog).getByText('{"version":"1.2.3"}')).toBeTruthy();
  expect(within(dialog).queryByRole('checkbox')).toBeNull();
  expect(calls).toEqual([['gather', false]]);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save…' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(calls.at(-1)).toEqual(['save', 'g1']);
});

it('says when the app crashed only where the user wants that, and shows it again', async () => {
  const { bridge, calls } = openWorld([dump]);
  await openApp(bridge, '#/settings/support');
  fireEvent.click(await screen.findByRole('button', { name: 'Make a support file…' }));
  const dialog = await screen.findByRole('dialog', { name: 'Support file' });
  fireEvent.click(await within(dialog).findByRole('checkbox'));
  fireEvent.click(await within(dialog).findByLabelText('crashes.json'));
  expect(within(dialog).getByText('[{"id":"d1"}]')).toBeTruthy();
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save…' }));
  await waitFor(() => expect(calls.at(-1)).toEqual(['save', 'g2']));
});

it('crash dumps are listed, saved and removed in the settings', async () => {
  const { bridge, calls } = openWorld([dump]);
  await openApp(bridge, '#/settings/support');
  const list = await screen.findByRole('list', { name: 'Crash dumps' });
  expect(screen.getByText(/including secrets/)).toBeTruthy();
  fireEvent.click(within(list).getByRole('button', { name: /^Save the dump of / }));
  await waitFor(() => expect(calls).toContainEqual(['saveCrash', 'd1']));
  fireEvent.click(within(list).getByRole('button', { name: /^Delete the dump of / }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Crash dumps' })).toBeNull());
  expect(calls.at(-1)).toEqual(['removeCrash', 'd1']);
});
