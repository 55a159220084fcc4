import { useEffect, useState } from 'react';
import { parseJson } from '../../../../../common/texts/json.ts';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type {
  ConsoleRequest,
  ExactRequest,
} from '../../../../../preload/contract/work/console-requests.ts';
import { toProblem, useClient } from '../../../../kit/index.ts';

/** Pause in typing after which the request is asked for, ms. */
const pause = 250;

interface Exact {
  readonly exact: ExactRequest | null;
  readonly problem: AppErrorData | null;
}

const nothing: Exact = { exact: null, problem: null };

/** The request as it would be sent, while typing; the last one stays until the next has come. @param turn a change asks again */
export function useExact(systemId: string, request: ConsoleRequest, turn: string): Exact {
  const client = useClient();
  const [state, setState] = useState(nothing);
  const text = JSON.stringify(request);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn asks again
  useEffect(() => {
    let isLatest = true;
    const asked = parseJson(text) as ConsoleRequest;
    const timer = setTimeout(() => {
      client.call('apiConsole.prepare', { systemId, request: asked }).then(
        (exact) => isLatest && setState({ exact, problem: null }),
        (error: unknown) => isLatest && setState({ exact: null, problem: toProblem(error) }),
      );
    }, pause);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [client, systemId, text, turn]);
  return state;
}

/** Why a request cannot be sent. */
export type Obstacle =
  | { readonly kind: 'variable' | 'missing'; readonly name: string }
  | { readonly kind: 'origin'; readonly name: string };

export function obstacleOf(exact: ExactRequest): Obstacle | null {
  const [variable] = exact.unknownVariables;
  if (variable !== undefined) return { kind: 'variable', name: variable };
  const missing = exact.missing.find((one) => one.in === 'path');
  if (missing !== undefined) return { kind: 'missing', name: missing.name };
  return exact.elsewhere && !exact.allowed ? { kind: 'origin', name: exact.origin } : null;
}
