import { useEffect, useState } from 'react';
import type { Prompt } from '../../../preload/contract/prompts.ts';
import { asProblem, useClient } from '../../kit/index.ts';

/** The prompt library as it is; null while it is not known or not `wanted`. */
export function usePrompts(wanted = true) {
  const client = useClient();
  const [prompts, setPrompts] = useState<readonly Prompt[] | null>(null);
  const [problem, setProblem] = useState<ReturnType<typeof asProblem> | null>(null);
  useEffect(() => {
    if (!wanted) return;
    const stops = [
      client.on('prompts.changed', setPrompts),
      client.onAttached(() => {
        client
          .call('prompts.snapshot')
          .then(setPrompts, (error: unknown) => setProblem(asProblem(error)));
      }),
    ];
    return () => stops.forEach((stop) => void stop());
  }, [client, wanted]);
  return { prompts, problem };
}
