import { useEffect, useRef } from 'react';
import { ignoring } from '../../../../../common/ignoring.ts';
import type { ConsoleRequest } from '../../../../../preload/contract/work/console-requests.ts';
import { useClient } from '../../../../kit/index.ts';

/** Pause in writing after which the draft is kept, ms. */
const pause = 600;

interface Of {
  readonly systemId: string;
  readonly descriptionId: string;
  readonly key: string;
}

/** Keeps what is written over a restart; what says no more than the empty form is not kept. */
export function useKeptDraft(of: Of, empty: ConsoleRequest): (request: ConsoleRequest) => void {
  const client = useClient();
  const waiting = useRef<{ readonly timer: ReturnType<typeof setTimeout>; now(): void }>(null);
  useEffect(
    () => () => {
      clearTimeout(waiting.current?.timer);
      waiting.current?.now();
    },
    [],
  );
  return (request) => {
    clearTimeout(waiting.current?.timer);
    const isEmpty = JSON.stringify(request) === JSON.stringify(empty);
    const now = () => {
      waiting.current = null;
      const kept = { ...of, request: isEmpty ? null : request };
      void ignoring('it is still on the screen', client.call('apiConsole.keepDraft', kept));
    };
    waiting.current = { timer: setTimeout(now, pause), now };
  };
}
