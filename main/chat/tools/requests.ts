import type { ToolRequest } from '../../../preload/contract/chat/tools.ts';
import { AppError } from '../../../preload/contract/errors.ts';
import type { Emit, Handlers, ParsedInput } from '../../../preload/contract/index.ts';

export type Decision = ParsedInput<'toolRequests.decide'>['decision'];

/** `again`: the tool or its permission changed while the user was asked. */
export type Outcome = Decision | { readonly kind: 'again' };

interface Waiting {
  readonly request: ToolRequest;
  /** Returns what the user would be asked now; null if there is nothing to ask. */
  readonly current: () => ToolRequest | null;
  readonly resolve: (outcome: Outcome) => void;
}

/** Tool calls that wait for the user. */
export interface ToolRequests {
  readonly calls: Handlers<'toolRequests'>;
  /** Asks the user. An aborted question is refused. */
  ask(request: ToolRequest, current: Waiting['current'], signal: AbortSignal): Promise<Outcome>;
  /** Takes back the questions that are no longer what they were. */
  recheck(): void;
}

/** @param remember stores a permission beyond this call */
export function createToolRequests(
  emit: Emit,
  remember: (request: ToolRequest, holds: 'conversation' | 'always') => Promise<void>,
): ToolRequests {
  const waiting = new Map<string, Waiting>();
  const keyOf = ({ messageId, callId }: Pick<ToolRequest, 'messageId' | 'callId'>): string =>
    JSON.stringify([messageId, callId]);
  const all = (): ToolRequest[] => [...waiting.values()].map(({ request }) => request);
  const settle = (key: string, outcome: Outcome): void => {
    const one = waiting.get(key);
    if (one === undefined) return;
    waiting.delete(key);
    one.resolve(outcome);
    emit('toolRequests.changed', all());
  };
  const isSame = ({ request, current }: Waiting): boolean => current()?.digest === request.digest;

  return {
    calls: {
      snapshot: async () => all(),
      async decide({ digest, decision, ...of }) {
        const key = keyOf(of);
        const one = waiting.get(key);
        if (one === undefined) throw new AppError('not-found', { details: { what: 'tool-call' } });
        const { request } = one;
        if (decision.kind === 'allow') {
          const fits = request.digest === digest && request.offers.includes(decision.holds);
          if (!fits || !isSame(one)) {
            throw new AppError('tool-changed', { details: { name: request.tool.ownName } });
          }
          // Another decision may come while it is stored: then there is nobody left to tell.
          if (decision.holds !== 'once') await remember(request, decision.holds);
          if (waiting.get(key) !== one) return;
        }
        settle(key, decision);
      },
    },

    ask: (request, current, signal) =>
      new Promise((resolve) => {
        const key = keyOf(request);
        const end = (): void => settle(key, { kind: 'refuse' });
        waiting.set(key, {
          request,
          current,
          resolve(outcome) {
            signal.removeEventListener('abort', end);
            resolve(outcome);
          },
        });
        emit('toolRequests.changed', all());
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
      }),

    recheck() {
      for (const [key, one] of [...waiting]) if (!isSame(one)) settle(key, { kind: 'again' });
    },
  };
}
