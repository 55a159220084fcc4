// @vitest-environment jsdom
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { AppError } from '../../preload/contract/errors.ts';
import { contract } from '../../preload/contract/index.ts';
import { resourceUpdates } from '../../preload/contract/resources.ts';
import { createClient } from '../../renderer/client/index.ts';
import { createStores, StoresProvider } from '../../renderer/kit/index.ts';
import { useResource } from '../../renderer/kit/useResource.ts';
import type { FakeBridge } from './fake-bridge.ts';
import { createWorld } from './world.ts';

const prompt = (name: string) => ({
  ...{ id: name, name, text: name, folder: '', tags: [] },
  updatedAt: '2026-11-21T10:00:00.000Z',
});
const node = (id: string) => ({
  ...{ id, parentId: null, depth: 0, role: 'user' as const, state: 'complete' as const },
  ...{ model: null, beginning: id, createdAt: '2026-11-21T10:00:00.000Z' },
});

function start(): { bridge: FakeBridge; wrapper: (props: { children: ReactNode }) => ReactNode } {
  const { bridge } = createWorld({});
  const stores = createStores(createClient(bridge), window);
  return {
    bridge,
    wrapper: ({ children }) => <StoresProvider value={stores}>{children}</StoresProvider>,
  };
}
const asked = (bridge: FakeBridge, name: string) =>
  bridge.calls.filter((call) => call.name === name).length;

it('declares the snapshot and the event of a resource together, and windows know each', () => {
  const followed = Object.entries(contract)
    .filter(([, domain]) => 'snapshot' in domain)
    .map(([name, domain]) => {
      const changed: unknown = Reflect.get(domain, 'changed');
      return [
        name,
        typeof changed === 'object' && changed ? Reflect.get(changed, 'tells') : 'nothing',
      ];
    });
  expect(Object.fromEntries(followed)).toEqual(resourceUpdates);
});

it('clears the problem of a failed snapshot with the next event, and with the next snapshot', async () => {
  const { bridge, wrapper } = start();
  let broken = true;
  bridge.answer({
    'prompts.snapshot': () => {
      if (broken) throw new AppError('network-reset');
      return [prompt('b')];
    },
  });
  const { result } = renderHook(() => useResource('prompts', undefined), { wrapper });
  await waitFor(() => expect(result.current.problem?.code).toBe('network-reset'));
  bridge.emit('prompts.changed', [prompt('a')]);
  await waitFor(() => expect(result.current).toEqual({ value: [prompt('a')], problem: null }));
  bridge.connect('lost');
  bridge.connect('connected');
  await waitFor(() => expect(result.current.problem?.code).toBe('network-reset'));
  broken = false;
  bridge.connect('lost');
  bridge.connect('connected');
  await waitFor(() => expect(result.current).toEqual({ value: [prompt('b')], problem: null }));
});

it('follows once for all who want the same, and no longer than they do', async () => {
  const { bridge, wrapper } = start();
  bridge.answer({ 'folders.snapshot': ({ systemId }) => ({ systemId, folders: [] }) });
  const use = () =>
    renderHook(({ systemId }) => useResource('folders', { systemId }), {
      wrapper,
      initialProps: { systemId: 'a' },
    });
  const [one, two] = [use(), use()];
  await waitFor(() => expect(two.result.current.value?.systemId).toBe('a'));
  expect(asked(bridge, 'folders.snapshot')).toBe(1);
  two.rerender({ systemId: 'b' });
  expect(two.result.current.value).toBeNull();
  await waitFor(() => expect(two.result.current.value?.systemId).toBe('b'));
  const folders = [{ id: 'f', systemId: 'a', name: 'Papers' }];
  bridge.emit('folders.changed', { systemId: 'a', folders });
  await waitFor(() => expect(one.result.current.value?.folders).toEqual(folders));
  expect(two.result.current.value).toEqual({ systemId: 'b', folders: [] });
  one.unmount();
  two.unmount();
  bridge.connect('lost');
  bridge.connect('connected');
  expect(asked(bridge, 'folders.snapshot')).toBe(2);
});

it('takes again what is said to be out of date, also while it is being taken', async () => {
  const { bridge, wrapper } = start();
  const key = { conversationId: 'c1' };
  let length = 1;
  let meanwhile: (() => void) | null = () => {
    length = 3;
    bridge.emit('tree.changed', { conversationId: 'c1' });
  };
  bridge.answer({
    'tree.snapshot': async () => {
      const found = Array.from({ length }, (_, at) => node(`m${at}`));
      meanwhile?.();
      meanwhile = null;
      return found;
    },
  });
  const { result } = renderHook(() => useResource('tree', key), { wrapper });
  await waitFor(() => expect(result.current.value).toHaveLength(3));
  length = 4;
  bridge.emit('tree.changed', { conversationId: 'another' });
  bridge.emit('tree.changed', key);
  await waitFor(() => expect(result.current.value).toHaveLength(4));
  expect(asked(bridge, 'tree.snapshot')).toBe(3);
});

it('asks for nothing while it is not wanted', async () => {
  const { bridge, wrapper } = start();
  bridge.answer({ 'prompts.snapshot': () => [prompt('a')] });
  const { result, rerender } = renderHook(
    ({ wanted }) => useResource('prompts', wanted ? undefined : null),
    { wrapper, initialProps: { wanted: false } },
  );
  expect(result.current.value).toBeNull();
  expect(asked(bridge, 'prompts.snapshot')).toBe(0);
  rerender({ wanted: true });
  await waitFor(() => expect(result.current.value).toHaveLength(1));
});
