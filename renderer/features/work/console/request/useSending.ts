import { useRef, useState } from 'react';
import type {
  ConsoleRequest,
  ExactRequest,
} from '../../../../../preload/contract/work/console-requests.ts';
import { useClient } from '../../../../kit/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
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
    /** Its response goes to a file. */
    readonly toFile: boolean;
  } | null>(null);
  const saving = useProblem();
  const locked = useRef(false);
  const once = async (work: () => Promise<void>) => {
    if (locked.current) return;
    locked.current = true;
    await work();
    locked.current = false;
  };
  /** It returns when the file is whole; other requests may be sent meanwhile. */
  const save = async (sent: ConsoleRequest, confirmed: string | null) => {
    const saved = await saving.attempt(() =>
      client.call('apiConsole.download', { systemId, request: sent, confirmed }),
    );
    if (saved?.value.kind === 'download') download(saved.value);
  };
  const go = async (sent: ConsoleRequest, confirmed: string | null, toFile: boolean) => {
    if (toFile) {
      void save(sent, confirmed);
      return true;
    }
    const answer = await attempt(() =>
      client.call('apiConsole.send', { systemId, request: sent, confirmed }),
    );
    if (answer !== null) onSent(answer.value.id);
    return answer !== null;
  };
  return {
    busy,
    problem: problem ?? saving.problem,
    forget() {
      forget();
      saving.forget();
    },
    asked: asked?.exact ?? null,
    dismiss: () => setAsked(null),
    send: (toFile = false) =>
      once(async () => {
        const answer = await attempt(() =>
          client.call('apiConsole.prepare', { systemId, request }),
        );
        if (answer === null || obstacleOf(answer.value) !== null) return;
        if (answer.value.effect === 'changes') setAsked({ exact: answer.value, request, toFile });
        else await go(request, null, toFile);
      }),
    confirm: () =>
      once(async () => {
        if (asked !== null && (await go(asked.request, asked.exact.hash, asked.toFile)))
          setAsked(null);
      }),
  };
}
