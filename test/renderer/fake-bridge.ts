import type { Bridge, CallResult, Connection } from '../../preload/contract/bridge.ts';
import { AppError } from '../../preload/contract/errors.ts';
import {
  type CallInput,
  type CallName,
  type CallOutput,
  type EventName,
  type EventPayload,
  findCall,
  findEvent,
} from '../../preload/contract/index.ts';

/** What a test answers calls with. A call without an answer here is a fault of the test. */
export type Answers = {
  [N in CallName]?: (input: CallInput<N>) => CallOutput<N> | Promise<CallOutput<N>>;
};

export interface FakeBridge extends Bridge {
  /** Every call so far, oldest first. */
  readonly calls: readonly { readonly name: string; readonly input: unknown }[];
  /** Adds or changes answers. */
  answer(answers: Answers): void;
  /** Sends an event as main would; outside the contract it throws. */
  emit<N extends EventName>(name: N, payload: EventPayload<N>): void;
  /** Main goes away or comes back. */
  connect(connection: Connection): void;
}

type AnyAnswer = (input: unknown) => unknown;

/**
 * Main as the renderer sees it, derived from the contract: inputs and outputs are held against the
 * schemas, a call that no answer is given for is refused.
 */
export function createFakeBridge(answers: Answers = {}): FakeBridge {
  const known = new Map<string, AnyAnswer>();
  const calls: { name: string; input: unknown }[] = [];
  const listeners = new Set<(name: string, payload: unknown) => void>();
  const connections = new Set<(connection: Connection) => void>();
  const add = (more: Answers) => {
    for (const [name, answer] of Object.entries(more)) known.set(name, answer as AnyAnswer);
  };
  add(answers);

  const perform = async (name: string, input: unknown): Promise<unknown> => {
    const declared = findCall(name);
    const answer = known.get(name);
    if (!declared || !answer) throw new AppError('contract-unknown-call', { details: { name } });
    const parsed = declared.input.safeParse(input);
    if (!parsed.success) {
      throw new AppError('contract-invalid-input', {
        details: { name, why: parsed.error.message },
      });
    }
    return declared.output.parse(await answer(parsed.data));
  };

  return {
    calls,
    answer: add,
    async invoke(name, input): Promise<CallResult> {
      calls.push({ name, input });
      try {
        return { ok: true, value: await perform(name, input) };
      } catch (error) {
        if (error instanceof AppError) return { ok: false, error: error.toData() };
        throw error;
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onConnection(listener) {
      connections.add(listener);
      return () => connections.delete(listener);
    },
    emit(name, payload) {
      const declared = findEvent(name);
      if (!declared) throw new Error(`${name} is no event of the contract`);
      declared.payload.parse(payload);
      for (const listener of listeners) listener(name, payload);
    },
    connect(connection) {
      for (const listener of connections) listener(connection);
    },
  };
}
