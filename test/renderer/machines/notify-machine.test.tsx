// @vitest-environment jsdom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { NotificationRule } from '../../../preload/contract/machines/notifications.ts';
import {
  isNotified,
  withMachine,
  withoutMachine,
} from '../../../renderer/features/machines/machines/detail/notifyRule.ts';
import { openApp } from '../app.tsx';
import { createWorld, machine, noticeRule, system } from '../world.ts';

const gpu = { name: 'gpu', nth: 0 };
const notUp = ['down', 'degraded', 'maintenance', 'unknown'];

/** A browser that answers so when it is asked for the permission. */
function browser(answer: NotificationPermission) {
  const request = vi.fn(async () => answer);
  vi.stubGlobal('Notification', { permission: 'default', requestPermission: request });
  onTestFinished(() => {
    vi.unstubAllGlobals();
  });
  return request;
}

async function openGpu(first: NotificationRule, by: 'page' | 'host' | 'nobody' = 'page') {
  let rule = first;
  const { bridge } = createWorld({
    systems: [system('alpha', 'Alpha')],
    machines: [machine('cpu', 'OK', 'up'), machine('gpu', 'NG', 'down')],
  });
  bridge.answer({
    'notifications.snapshot': () => ({ rule, past: [], by, failed: false }),
    'notifications.setRule': (input) => {
      rule = { ...input.rule, groups: input.rule.groups ?? [] };
      act(() => bridge.emit('notifications.changed', { systemId: 'alpha' }));
    },
  });
  await openApp(bridge, '#/machines/gpu');
  const panel = within(await screen.findByRole('region', { name: 'Details of gpu' }));
  const press = async (name: string) => fireEvent.click(await panel.findByRole('button', { name }));
  return { panel, press, rule: () => rule };
}

describe('“Notify me” of a machine', () => {
  it('turns its notifications on at one press, asks for the permission, and can be undone', async () => {
    const request = browser('granted');
    const { panel, press, rule } = await openGpu(noticeRule);
    await press('Notify me');
    expect(await panel.findByRole('button', { name: 'Notify: on' })).toBeTruthy();
    expect(await panel.findByText(/when gpu is no longer up and when it is up again/)).toBeTruthy();
    expect(request).toHaveBeenCalledOnce();
    expect(rule()).toEqual({
      ...noticeRule,
      ...{ on: true, states: [], unreachable: false, machines: [{ ...gpu, states: notUp }] },
    });
    await press('Undo');
    expect(await panel.findByText('Notifications for gpu are off.')).toBeTruthy();
    expect(rule()).toEqual(noticeRule);
  });

  it.each([
    ['denied', /^This browser blocks notifications/],
    ['default', /^The browser asks once/],
  ] as const)('says what hinders it where the browser answers “%s”', async (answer, said) => {
    browser(answer);
    const { panel, press, rule } = await openGpu(noticeRule);
    await press('Notify me');
    expect(await panel.findByText(said)).toBeTruthy();
    expect(panel.getByRole('button', { name: 'Notify me' })).toBeTruthy();
    expect(rule()).toEqual(noticeRule);
  });

  it('needs no permission in the app’s own window, and none can be had without a desktop for it', async () => {
    const request = browser('denied');
    const own = await openGpu(noticeRule, 'host');
    await own.press('Notify me');
    await waitFor(() => expect(own.rule().on).toBe(true));
    expect(request).not.toHaveBeenCalled();
  });

  it('says so where the desktop shows none', async () => {
    const { panel, press, rule } = await openGpu(noticeRule, 'nobody');
    await press('Notify me');
    expect(await panel.findByText('This computer’s desktop shows no notifications.')).toBeTruthy();
    expect(rule()).toEqual(noticeRule);
  });

  it('is on where the rule for all covers it, and turning it off leaves the others', async () => {
    const all = { ...noticeRule, on: true };
    const { press, rule } = await openGpu(all);
    await press('Notify: on');
    await waitFor(() => expect(rule()).toEqual({ ...all, machines: [{ ...gpu, states: [] }] }));
  });
});

describe('the rule of one machine', () => {
  it('goes before its group’s, and that before the rule for all', () => {
    const rule = { ...noticeRule, on: true, groups: [{ name: 'Rack', states: [] }] };
    expect(isNotified(rule, gpu, '')).toBe(true);
    expect(isNotified(rule, gpu, 'Rack')).toBe(false);
    expect(isNotified(withMachine(rule, gpu), gpu, 'Rack')).toBe(true);
    expect(isNotified(withMachine(rule, gpu), { name: 'gpu', nth: 1 }, 'Rack')).toBe(false);
  });

  it('is the only one after notifications were off, and without it they are off again', () => {
    const rule = withMachine({ ...noticeRule, recovery: false }, gpu);
    expect(rule.recovery).toBe(true);
    expect(isNotified(rule, { name: 'cpu', nth: 0 }, '')).toBe(false);
    expect(withoutMachine(rule, gpu).on).toBe(false);
  });
});
