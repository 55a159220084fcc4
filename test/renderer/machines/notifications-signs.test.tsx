// @vitest-environment jsdom
import { act, waitFor } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { MachineState } from '../../../preload/contract/machines/machines.ts';
import { openApp } from '../app.tsx';
import { createWorld, system } from '../world.ts';

const world = { systems: [system('alpha', 'Alpha'), system('beta', 'Beta')] };

/** The app on a line that the browser knows to be metered or not. */
async function openOnLine(metered: boolean) {
  const line = Object.assign(new EventTarget(), { saveData: metered });
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { connection: line }));
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  const { bridge } = createWorld(world);
  bridge.answer({ 'machines.line': () => undefined });
  await openApp(bridge);
  return {
    bridge,
    told: () => bridge.calls.filter(({ name }) => name === 'machines.line'),
    becomes(now: boolean) {
      line.saveData = now;
      line.dispatchEvent(new Event('change'));
    },
  };
}

it('main is told of a metered line, once each time that it changes', async () => {
  const { told, becomes } = await openOnLine(true);
  await waitFor(() => expect(told()).toMatchObject([{ input: { metered: true } }]));
  becomes(false);
  becomes(false);
  await waitFor(() => expect(told()).toMatchObject([{}, { input: { metered: false } }]));
});

it('a new window tells of a line that is not metered: another may have told of one before it was closed', async () => {
  const { bridge, told, becomes } = await openOnLine(false);
  await waitFor(() => expect(told()).toMatchObject([{ input: { metered: false } }]));
  // main has begun anew, and knows nothing
  becomes(true);
  await waitFor(() => expect(told()).toHaveLength(2));
  bridge.connect('lost');
  bridge.connect('connected');
  await waitFor(() => expect(told().at(-1)).toMatchObject({ input: { metered: true } }));
  expect(told()).toHaveLength(3);
});

/** A check has seen machines in these states. */
function teller(bridge: ReturnType<typeof createWorld>['bridge']) {
  const at = new Date(0).toISOString();
  return (...states: MachineState[]) =>
    act(() =>
      bridge.emit('machines.changed', {
        ...{ systemId: 'alpha', checking: false, checkedAt: at, attemptedAt: at },
        ...{ nextCheckAt: null, held: null, problem: null },
        machines: states.map((state, index) => ({
          ...{ name: `m${index}`, status: state, state, since: at, record: null },
        })),
      }),
    );
}

it('the tab of a browser shows the worst state, and the app’s own picture while all is well', async () => {
  const link = document.createElement('link');
  Object.assign(link, { rel: 'icon', href: '/own.svg' });
  document.head.append(link);
  onTestFinished(() => link.remove());
  const { bridge } = createWorld(world);
  await openApp(bridge);
  const tell = teller(bridge);
  tell('down');
  await waitFor(() => expect(decodeURIComponent(link.href)).toMatch(/states.down|<title>Down</));
  tell('degraded');
  await waitFor(() =>
    expect(decodeURIComponent(link.href)).toMatch(/states.degraded|<title>Degraded</),
  );
  tell('up');
  await waitFor(() => expect(link.href).toMatch(/own\.svg$/));
});

it('the title of the window counts machines that are not up', async () => {
  const { bridge } = createWorld(world);
  await openApp(bridge, '#/machines');
  await waitFor(() => expect(document.title).toBe('Machines – Compute Desk'));
  const tell = teller(bridge);
  tell('down', 'up', 'degraded');
  await waitFor(() => expect(document.title).toBe('(2) Machines – Compute Desk'));
  tell('up');
  await waitFor(() => expect(document.title).toBe('Machines – Compute Desk'));
});
