import { useRef, useState } from 'react';
import type { ConsoleRequest, ExactRequest } from '../../../../../preload/contract/work/console.ts';
import { useClient } from '../../../../kit/index.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { obstacleOf } from './useExact.ts';

export type Sending = ReturnType<typeof useSending>;

/**
 * Sends a request once: it locks before anything is awaited. One that changes something is shown first, and what was
 * shown is what is sent.
 * @param onSent gets the id of its exchange
 */
export function useSending(options: {
  readonly systemId: string;
  readonly request: ConsoleRequest;
  readonly onSent: (exchangeId: string) => void;
}) {
  const { systemId, request, onSent } = options;
  const client = useClient();
  const { busy, problem, attempt, forget } = useAction();
  /** What the user is asked about, with the request that it is of. */
  const [asked, setAsked] = useState<{
    readonly exact: ExactRequest;
    readonly request: ConsoleRequest;
  } | null>(null);
  const locked = useRef(false);
  const once = async (work: () => Promise<void>) => {
    if (locked.current) return;
    locked.current = true;
    await work();
    locked.current = false;
  };
  const go = async (sent: ConsoleRequest, confirmed: string | null) => {
    const answer = await attempt(() =>
      client.call('apiConsole.send', { systemId, request: sent, confirmed }),
    );
    if (answer !== null) onSent(answer.value.id);
    return answer !== null;
  };
  return {
    busy,
    problem,
    forget,
    asked: asked?.exact ?? null,
    dismiss: () => setAsked(null),
    send: () =>
      once(async () => {
        const answer = await attempt(() =>
          client.call('apiConsole.prepare', { systemId, request }),
        );
        if (answer === null || obstacleOf(answer.value) !== null) return;
        if (answer.value.effect === 'changes') setAsked({ exact: answer.value, request });
        else await go(request, null);
      }),
    confirm: () =>
      once(async () => {
        if (asked !== null && (await go(asked.request, asked.exact.hash))) setAsked(null);
      }),
  };
}
