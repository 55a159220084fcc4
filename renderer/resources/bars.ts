import type { CallInput, CallOutput } from '../../preload/contract/index.ts';
import { maxBars } from '../../preload/contract/machines/history-spans.ts';
import type { Client } from '../client/index.ts';

type Key = CallInput<'machineHistory.bar'>;
type Bar = CallOutput<'machineHistory.bar'>;

interface Request {
  readonly key: Key;
  readonly resolve: (bar: Bar) => void;
  readonly reject: (cause: unknown) => void;
}

/** Returns a client that requests the bars of a screen together: rows that appear at once make one call. */
export function gatherBars(client: Client): Client {
  let waiting: Request[] = [];

  async function send(requests: readonly Request[]): Promise<void> {
    const [first] = requests;
    if (first === undefined) return;
    const { systemId, span } = first.key;
    const machines = requests.map(({ key: { name, nth } }) => ({ name, nth }));
    try {
      const bars =
        requests.length === 1
          ? [await client.call('machineHistory.bar', first.key)]
          : await client.call('machineHistory.bars', { systemId, span, machines });
      for (const [at, { resolve }] of requests.entries()) resolve(bars[at] ?? []);
    } catch (cause) {
      for (const { reject } of requests) reject(cause);
    }
  }

  function sendAll(): void {
    const groups = new Map<string, Request[]>();
    for (const request of waiting) {
      const group = `${request.key.span} ${request.key.systemId}`;
      groups.set(group, [...(groups.get(group) ?? []), request]);
    }
    waiting = [];
    for (const group of groups.values()) {
      for (let at = 0; at < group.length; at += maxBars) void send(group.slice(at, at + maxBars));
    }
  }

  const call = (name: string, input: unknown): Promise<unknown> => {
    if (name !== 'machineHistory.bar') {
      return (client.call as (name: string, input: unknown) => Promise<unknown>)(name, input);
    }
    return new Promise((resolve, reject) => {
      if (waiting.length === 0) queueMicrotask(sendAll);
      waiting.push({ key: input as Key, resolve, reject });
    });
  };
  return { ...client, call: call as Client['call'] };
}
