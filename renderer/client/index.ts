import type { Bridge, Connection } from '../../preload/contract/bridge.ts';
import { AppError, type ErrorCode } from '../../preload/contract/errors.ts';
import type {
  CallInput,
  CallName,
  CallOutput,
  EventName,
  EventPayload,
} from '../../preload/contract/index.ts';

/** The renderer's end of the contract, the same over Electron's bridge and over the web host's socket. */
export interface Client {
  /** @throws AppError as main threw it */
  call<N extends CallName>(
    name: N,
    ...input: undefined extends CallInput<N> ? [input?: CallInput<N>] : [input: CallInput<N>]
  ): Promise<CallOutput<N>>;
  on<N extends EventName>(name: N, listener: (payload: EventPayload<N>) => void): () => void;
  /** Runs now and after each reconnection to main: the place for fetching snapshots. */
  onAttached(attach: () => void): () => void;
  /** `lost` while main is unreachable (the web host was stopped). */
  onConnection(listener: (connection: Connection) => void): () => void;
}

/**
 * @param prepareError runs before a call fails, so that what shows the error has its sentences loaded
 */
export function createClient(
  bridge: Bridge,
  prepareError?: (code: ErrorCode) => Promise<void>,
): Client {
  const listeners = new Map<string, Set<(payload: never) => void>>();
  bridge.subscribe((name, payload) => {
    for (const listener of listeners.get(name) ?? []) listener(payload as never);
  });
  return {
    async call(name, ...input) {
      const result = await bridge.invoke(name, input[0]);
      if (result.ok) return result.value as never;
      await prepareError?.(result.error.code);
      throw AppError.fromData(result.error);
    },
    on(name, listener) {
      const known = listeners.get(name) ?? new Set();
      known.add(listener);
      listeners.set(name, known);
      return () => known.delete(listener);
    },
    onAttached(attach) {
      attach();
      return bridge.onConnection?.((now) => now === 'connected' && attach()) ?? (() => undefined);
    },
    onConnection: (listener) => bridge.onConnection?.(listener) ?? (() => undefined),
  };
}
