// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type {
  MachineChange,
  MachineNotification,
} from '../../../preload/contract/machines/notifications.ts';
import { defaultSettings } from '../../../preload/contract/settings/settings.ts';
import { openApp } from '../app.tsx';
import { createWorld, machine, noticeRule, system } from '../world.ts';

const world = { systems: [system('alpha', 'Alpha'), system('beta', 'Beta')] };
const hour = 3_600_000;

interface Shown {
  readonly title: string;
  readonly options: NotificationOptions;
  onclick: (() => void) | null;
}
let shown: Shown[] = [];
let closed: string[] = [];
const request = vi.fn(async () => 'granted' as NotificationPermission);

/** A browser that shows notices, or would ask. */
function browser(permission: NotificationPermission): void {
  shown = [];
  closed = [];
  request.mockClear();
  class FakeNotification implements Shown {
    static permission = permission;
    static requestPermission = async () => {
      FakeNotification.permission = await request();
      return FakeNotification.permission;
    };
    onclick: (() => void) | null = null;
    readonly title: string;
    readonly options: NotificationOptions;
    constructor(title: string, options: NotificationOptions) {
      this.title = title;
      this.options = options;
      shown.push(this);
    }
    close(): void {
      closed.push(this.title);
    }
  }
  vi.stubGlobal('Notification', FakeNotification);
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
}
beforeEach(() => browser('granted'));

const down: MachineChange = {
  ...{ machine: { name: 'cpu', nth: 0 }, state: 'down', status: 'NG' },
  ...{ lasted: null, atMost: false },
};
const notice = (...changes: MachineChange[]): MachineNotification => ({
  ...{ id: 1, systemId: 'beta', at: 0, outcome: 'given', changes, more: 0 },
});

describe('a notice', () => {
  it('says what changed, silently, and a click opens the machine on its system', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings/notifications');
    await screen.findByRole('heading', { name: 'Settings', level: 1 });
    act(() => bridge.emit('notifications.show', { notification: notice(down), sound: false }));
    await waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]).toMatchObject({
      title: 'cpu: Down (NG)',
      options: { body: 'Beta', tag: 'beta 1', silent: true, lang: 'en' },
    });
    act(() => shown[0]?.onclick?.());
    await waitFor(() => expect(window.location.hash).toBe('#/machines/cpu'));
    expect(closed).toEqual(['cpu: Down (NG)']);
    expect(bridge.calls).toContainEqual({ name: 'systems.select', input: { id: 'beta' } });
  });

  it('of many names them all, with how long what is up again was not; none is shown that may not be', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge);
    const changes: MachineChange[] = [
      down,
      { ...down, machine: { name: 'gpu', nth: 0 }, state: 'up', lasted: 2 * hour },
      { ...down, machine: { name: 'old', nth: 0 }, state: 'up', lasted: hour, atMost: true },
      { ...down, machine: null, state: 'up' },
      { ...down, machine: null },
    ];
    const many = { ...notice(...changes), more: 7 };
    act(() => bridge.emit('notifications.show', { notification: many, sound: true }));
    await waitFor(() => expect(shown).toHaveLength(1));
    expect(shown[0]?.title).toBe('Beta: 12 changes');
    expect(shown[0]?.options.silent).toBe(false);
    expect(shown[0]?.options.body?.split('\n')).toEqual([
      'cpu: Down (NG)',
      expect.stringMatching(/^gpu is up again after 2/),
      expect.stringMatching(/^old is up again after at most 1/),
      'The Web API can be reached again',
      'The Web API cannot be reached',
      'and 7 more',
    ]);
    browser('default');
    act(() => bridge.emit('notifications.show', { notification: notice(down), sound: false }));
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect([shown, request.mock.calls]).toEqual([[], []]);
  });
});

it('goes where main says, for a notice that was clicked on the desktop', async () => {
  const { bridge } = createWorld(world);
  await openApp(bridge);
  act(() => bridge.emit('app.goTo', { place: '#/machines/a%20b' }));
  await waitFor(() => expect(window.location.hash).toBe('#/machines/a%20b'));
});

describe('the settings of notices', () => {
  it('are off until they are turned on, and say what was told', async () => {
    const { bridge } = createWorld({ ...world, machines: [machine('node', 'OK', 'up')] });
    let rule = noticeRule;
    const inRack = { pinned: false, hidden: false, ownName: '', note: '', group: 'Rack 1' };
    bridge.answer({
      'machineChoices.snapshot': ({ systemId }) => ({
        ...{ systemId, view: { cards: false, columns: null }, meanings: [] },
        machines: [{ name: 'node', nth: 0, ...inRack }],
        polling: { every: 60, troubled: 30 },
      }),
      'notifications.snapshot': () => ({ rule, past: [notice(down)], by: 'page', failed: false }),
      'notifications.setRule': (input) => {
        rule = { ...noticeRule, ...input.rule };
        bridge.emit('notifications.changed', { systemId: 'alpha' });
      },
      'notifications.test': () => undefined,
    });
    await openApp(bridge, '#/settings/notifications');
    const part = within(await screen.findByRole('region', { name: 'Notifications' }));
    expect(await part.findByText('cpu: Down (NG)')).toBeTruthy();
    expect(part.queryByLabelText('A machine goes down')).toBeNull();
    fireEvent.click(await part.findByRole('switch', { name: 'Notify me of changes' }));
    fireEvent.click(await part.findByLabelText('A machine enters maintenance'));
    await waitFor(() => expect(rule.states).toEqual(['down', 'degraded', 'maintenance']));
    fireEvent.change(part.getByLabelText('Report a change'), { target: { value: 'once' } });
    await waitFor(() => expect([rule.seen, rule.of]).toEqual([1, 1]));
    const rack = await part.findByLabelText('Rack 1');
    fireEvent.change(rack, { target: { value: 'never' } });
    await waitFor(() => expect(rule.groups).toEqual([{ name: 'Rack 1', states: [] }]));
    const node = part.getByLabelText<HTMLSelectElement>('node');
    expect(node.selectedOptions[0]?.text).toBe('Same as its group');
    fireEvent.change(node, { target: { value: 'down' } });
    await waitFor(() =>
      expect(rule.machines).toEqual([{ name: 'node', nth: 0, states: ['down'] }]),
    );
    fireEvent.change(rack, { target: { value: 'usual' } });
    await waitFor(() => expect(rule.groups).toEqual([]));
    fireEvent.click(part.getByRole('switch', { name: 'Quiet hours' }));
    await waitFor(() => expect(rule.quiet).toEqual({ from: 1320, to: 420 }));
    fireEvent.change(await part.findByLabelText('From'), { target: { value: '60' } });
    await waitFor(() => expect(rule.quiet).toEqual({ from: 60, to: 420 }));
    fireEvent.click(part.getByRole('button', { name: 'Show a test notification' }));
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'notifications.test',
        input: { systemId: 'alpha' },
      }),
    );
  });

  it('asks the browser when a button is pressed, and not before', async () => {
    browser('default');
    const { bridge } = createWorld(world);
    bridge.answer({
      'notifications.snapshot': () => ({
        rule: { ...noticeRule, on: true },
        past: [],
        by: 'page',
        failed: false,
      }),
    });
    await openApp(bridge, '#/settings/notifications');
    const allow = await screen.findByRole('button', { name: 'Allow notifications' });
    expect(request).not.toHaveBeenCalled();
    fireEvent.click(allow);
    expect(await screen.findByRole('button', { name: 'Show a test notification' })).toBeTruthy();
    expect(request).toHaveBeenCalledTimes(1);
  });

  it('say so when the browser cannot be asked', async () => {
    browser('default');
    request.mockRejectedValueOnce(new TypeError('not here'));
    const { bridge } = createWorld(world);
    bridge.answer({
      'notifications.snapshot': () => ({
        rule: { ...noticeRule, on: true },
        past: [],
        by: 'page',
        failed: false,
      }),
    });
    await openApp(bridge, '#/settings/notifications');
    const part = within(await screen.findByRole('region', { name: 'Notifications' }));
    fireEvent.click(await part.findByRole('button', { name: 'Allow notifications' }));
    expect(await part.findByRole('alert')).toBeTruthy();
    fireEvent.click(part.getByRole('button', { name: 'Allow notifications' }));
    expect(await part.findByRole('button', { name: 'Show a test notification' })).toBeTruthy();
  });

  it('ask nobody where the app itself shows notices, and say where nobody can', async () => {
    browser('denied');
    const { bridge } = createWorld(world);
    let by: 'host' | 'nobody' = 'host';
    let failed = false;
    bridge.answer({
      'notifications.snapshot': () => ({ rule: { ...noticeRule, on: true }, past: [], by, failed }),
    });
    await openApp(bridge, '#/settings/notifications');
    const part = within(await screen.findByRole('region', { name: 'Notifications' }));
    expect(await part.findByRole('button', { name: 'Show a test notification' })).toBeTruthy();
    expect(part.queryByText(/browser/i)).toBeNull();
    expect(part.queryByRole('status')).toBeNull();
    failed = true;
    act(() => bridge.emit('notifications.changed', { systemId: 'alpha' }));
    await part.findByText(/did not show the last notification/);
    expect(part.getByRole('button', { name: 'Show a test notification' })).toBeTruthy();
    by = 'nobody';
    act(() => bridge.emit('notifications.changed', { systemId: 'alpha' }));
    await part.findByText(/shows no notifications/);
    expect(part.queryByRole('button', { name: 'Show a test notification' })).toBeNull();
  });

  it('say how long history is kept, until the user chooses otherwise', async () => {
    const { bridge } = createWorld(world);
    await openApp(bridge, '#/settings/machines');
    const changes = await screen.findByLabelText<HTMLSelectElement>('Keep history for');
    const fields = screen.getByLabelText<HTMLSelectElement>(
      'Keep changes of other machine fields for',
    );
    expect([changes.value, fields.value]).toEqual(['400', '90']);
    fireEvent.change(changes, { target: { value: '0' } });
    await waitFor(() => expect(changes.selectedOptions[0]?.text).toBe('Forever'));
    fireEvent.change(fields, { target: { value: '30' } });
    await waitFor(() => expect(fields.value).toBe('30'));
    expect(bridge.calls.filter(({ name }) => name === 'settings.update')).toMatchObject([
      { input: { keepChanges: 0 } },
      { input: { keepFields: 30 } },
    ]);
  });

  it('say how often the system is asked, in the language of the window', async () => {
    const { bridge } = createWorld(world);
    bridge.answer({ 'machineChoices.setPolling': () => undefined });
    await openApp(bridge, '#/settings/machines');
    bridge.emit('settings.changed', { ...defaultSettings, language: 'ja' });
    const every = await screen.findByLabelText('確認の間隔');
    fireEvent.change(every, { target: { value: '300' } });
    await waitFor(() =>
      expect(bridge.calls).toContainEqual({
        name: 'machineChoices.setPolling',
        input: { systemId: 'alpha', polling: { every: 300, troubled: 30 } },
      }),
    );
  });
});

it('what goes on without a window is the user’s to say where the app has one of its own', async () => {
  const { bridge } = createWorld(world);
  bridge.answer({
    'settings.update': (change) => ({ ...defaultSettings, ...change }),
    'app.info': () => ({
      ...{ version: '0.1.0', host: 'electron', platform: 'linux x64', dataFolder: '/data' },
      ...{ environment: [], damage: null, runtime: {} },
    }),
  });
  await openApp(bridge, '#/settings/notifications');
  const part = within(await screen.findByRole('region', { name: 'Notifications' }));
  const keep = await part.findByRole('switch', { name: 'Keep checking when the window is closed' });
  expect(keep.getAttribute('aria-checked')).toBe('false');
  fireEvent.click(keep);
  fireEvent.click(part.getByRole('switch', { name: 'Start at login' }));
  await waitFor(() =>
    expect(bridge.calls.filter(({ name }) => name === 'settings.update')).toMatchObject([
      { input: { keepChecking: true } },
      { input: { startAtLogin: true } },
    ]),
  );
});

it.each([
  ['requires-approval', /^macOS needs your approval/],
  ['switched-off', /^Windows has turned it off/],
] as const)(
  'a start at login that is %s says so, and no longer once it is mended',
  async (state, said) => {
    const { bridge } = createWorld(world);
    let now: 'as-set' | typeof state = state;
    bridge.answer({
      'settings.snapshot': () => ({ ...defaultSettings, startAtLogin: true }),
      'app.background': () => ({ login: now, hasTray: true }),
      'app.info': () => ({
        ...{ version: '0.1.0', host: 'electron', platform: 'darwin 25.0.0 arm64' },
        ...{ dataFolder: '/data', environment: [], damage: null, runtime: {} },
      }),
    });
    await openApp(bridge, '#/settings/notifications');
    expect(await screen.findByText(said)).toBeTruthy();
    now = 'as-set';
    fireEvent.focus(window);
    await waitFor(() => expect(screen.queryByText(said)).toBeNull());
  },
);

it.each([
  ['en', true, 'The app stays in the tray and can be quit from there.'],
  ['en', false, /^This desktop shows no tray icons/],
  ['ja', false, /最小化されます/],
] as const)(
  '%s: with a tray (%s) the setting says what closing the window does',
  async (language, hasTray, said) => {
    const { bridge } = createWorld(world);
    bridge.answer({
      'settings.snapshot': () => ({ ...defaultSettings, language }),
      'app.background': () => ({ login: 'as-set', hasTray }),
      'app.info': () => ({
        ...{ version: '0.1.0', host: 'electron', platform: 'linux 6 x64' },
        ...{ dataFolder: '/data', environment: [], damage: null, runtime: {} },
      }),
    });
    await openApp(bridge, '#/settings/notifications');
    expect(await screen.findByText(said)).toBeTruthy();
  },
);
