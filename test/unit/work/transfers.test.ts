import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { RemoteFiles } from '../../../main/work/files/remote.ts';
import { createTransfers } from '../../../main/work/files/transfers.ts';
import { AppCloses } from '../../../main/work/operations/waiting.ts';
import { AppError } from '../../../preload/contract/errors.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('a transfer that waits for the server lets the others pass, at most eight at once', async () => {
  const waiting: (() => void)[] = [];
  const begun: string[] = [];
  const write: RemoteFiles['write'] = async (path) => {
    begun.push(path);
    if (path.includes('queued')) {
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
      });
    }
    return true;
  };
  const transfers = createTransfers({
    open: () => ({ write }) as unknown as RemoteFiles,
    changed: () => undefined,
    log: { info: () => undefined, error: () => undefined },
  });
  const named = (name: string) => ({
    ...{ systemId: 's', machine: 'm', direction: 'up' as const, name, folder: '/f' },
    here: { bytes: new Uint8Array([1]), changedAt: null },
  });
  transfers.add([named('queued 1'), named('small')]);
  await vi.waitFor(() => expect(begun).toEqual(['/f/queued 1']));
  await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(transfers.list()[1]?.state).toBe('done'));
  expect(transfers.list()[0]?.state).toBe('running');

  transfers.add(Array.from({ length: 9 }, (_, at) => named(`queued ${at + 2}`)));
  for (let at = 0; at < 10; at += 1) await vi.advanceTimersByTimeAsync(5000);
  expect(transfers.list().filter(({ state }) => state === 'running')).toHaveLength(8);
  waiting[0]?.();
  await vi.waitFor(() => expect(transfers.list()[0]?.state).toBe('done'));
  await vi.waitFor(() => expect(begun).toContain('/f/queued 9'));
  for (let at = 0; at < 10; at += 1) await vi.advanceTimersByTimeAsync(5000);
  expect(begun).not.toContain('/f/queued 10');
});

test('two uploads to one file go one after the other, so that the second one asks', async () => {
  const begun: string[] = [];
  let end: () => void = () => undefined;
  const write: RemoteFiles['write'] = async (path) => {
    begun.push(path);
    if (begun.length === 1) {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    }
    return true;
  };
  const transfers = createTransfers({
    open: () => ({ write }) as unknown as RemoteFiles,
    changed: () => undefined,
    log: { info: () => undefined, error: () => undefined },
  });
  const upload = (name: string, folder: string) => ({
    ...{ systemId: 's', machine: 'm', direction: 'up' as const, name, folder },
    here: { bytes: new Uint8Array([1]), changedAt: null },
  });
  transfers.add([upload('a', '/f'), upload('a', '/f'), upload('a', '/g')]);
  for (let at = 0; at < 3; at += 1) await vi.advanceTimersByTimeAsync(5000);
  await vi.waitFor(() => expect(begun).toEqual(['/f/a', '/g/a']));
  end();
  await vi.waitFor(() => expect(begun).toEqual(['/f/a', '/g/a', '/f/a']));
});

test('a transfer names the system’s job that it waits for, and closing says why it ends', async () => {
  let reason: unknown;
  const write: RemoteFiles['write'] = (_path, _content, _how, signal, onJob) =>
    new Promise((_, reject) => {
      onJob?.('71');
      signal?.addEventListener('abort', () => {
        reason = signal.reason;
        reject(new AppError('cancelled'));
      });
    });
  const transfers = createTransfers({
    open: () => ({ write }) as unknown as RemoteFiles,
    changed: () => undefined,
    log: { info: () => undefined, error: () => undefined },
  });
  transfers.add([
    {
      ...{ systemId: 's', machine: 'm', direction: 'up', name: 'a', folder: '/f' },
      here: { bytes: new Uint8Array([1]), changedAt: null },
    },
  ]);
  await vi.waitFor(() => expect(transfers.list()[0]?.job).toBe('71'));
  await transfers.close();
  expect(reason).toBeInstanceOf(AppCloses);
});
