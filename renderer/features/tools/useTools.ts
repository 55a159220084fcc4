import { useEffect, useState } from 'react';
import type { Tool } from '../../../preload/contract/tools.ts';
import { asProblem, useClient } from '../../kit/index.ts';

/** The functions that models may call, and the user's leave for each. */
export function useTools() {
  const client = useClient();
  const [tools, setTools] = useState<readonly Tool[] | null>(null);
  const [problem, setProblem] = useState<ReturnType<typeof asProblem> | null>(null);
  useEffect(() => {
    const take = () =>
      client
        .call('tools.snapshot')
        .then(setTools, (error: unknown) => setProblem(asProblem(error)));
    const stops = [client.on('tools.changed', setTools), client.onAttached(() => void take())];
    return () => stops.forEach((stop) => void stop());
  }, [client]);
  return { tools, problem };
}
