import { useEffect, useRef, useState } from 'react';
import type { Basket } from '../../../../attachments/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { attachCopies } from './attachCopies.ts';

/** What is read at the moment, of all that is offered. */
export interface Reading {
  /** Its address. */
  readonly of: string | null;
  readonly attach: (uri: string) => Promise<void>;
}

/** Reads one after a press, attaches what came and closes; not if the user left meanwhile. */
export function useReading(id: string, basket: Basket, onClose: () => void) {
  const client = useClient();
  const { problem, attempt } = useProblem();
  const [of, setOf] = useState<string | null>(null);
  const [leftOut, setLeftOut] = useState(0);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  const attach = async (uri: string) => {
    setOf(uri);
    setLeftOut(0);
    const came = await attempt(async () => {
      const { files, leftOut: missing } = await client.call('toolServers.readResource', {
        id,
        uri,
      });
      await attachCopies(client, basket, files, () => gone.current);
      return missing;
    });
    if (gone.current) return;
    setOf(null);
    if (came === null) return;
    setLeftOut(came.value);
    if (came.value === 0) onClose();
  };
  return { of, problem, leftOut, attach };
}
