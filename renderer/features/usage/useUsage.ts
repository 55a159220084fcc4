import { useEffect, useState } from 'react';
import type { UsageDay } from '../../../preload/contract/genai.ts';
import { asProblem, useClient } from '../../kit/index.ts';

/** The account of these days, kept up as it grows; null while it is not known. */
export function useUsage(systemId: string, from: string, to: string) {
  const client = useClient();
  const [days, setDays] = useState<readonly UsageDay[] | null>(null);
  const [problem, setProblem] = useState<ReturnType<typeof asProblem> | null>(null);
  useEffect(() => {
    let open = true;
    let latest = 0;
    const take = () => {
      latest += 1;
      const own = latest;
      client.call('genai.usage', { systemId, from, to }).then(
        (found) => {
          if (!open || own !== latest) return;
          setDays(found);
          setProblem(null);
        },
        (error: unknown) => {
          if (open && own === latest) setProblem(asProblem(error));
        },
      );
    };
    const stops = [
      client.on('genai.usageChanged', (changed) => {
        if (changed.systemId === systemId) take();
      }),
      client.onAttached(take),
    ];
    return () => {
      open = false;
      stops.forEach((stop) => void stop());
    };
  }, [client, systemId, from, to]);
  return { days, problem };
}
