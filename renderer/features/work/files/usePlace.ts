import { useState } from 'react';
import { useRoute, useStores } from '../../../kit/index.ts';
import { useLoaded } from '../../../kit/loading/useLoaded.ts';

/** The machine of the route, or the first one, and the folder on it. */
export function usePlace(systemId: string) {
  const { client, route } = useStores();
  const here = useRoute();
  const machines = useLoaded(systemId, () => client.call('files.machines', { systemId }));
  const named = here.screen === 'files' ? here.machine : undefined;
  const machine = named ?? machines.value?.[0] ?? null;
  const key = machine === null ? null : `${systemId} ${machine}`;
  const home = useLoaded(key, () =>
    client.call('files.home', { systemId, machine: machine ?? '' }),
  );
  const [gone, setGone] = useState<{ readonly key: string; readonly path: string } | null>(null);
  const path = gone !== null && gone.key === key ? gone.path : home.value;
  return {
    machines: machines.value ?? (machine === null ? [] : [machine]),
    machine,
    path,
    problem: machines.problem ?? home.problem,
    isLoading: machines.value === null || (machine !== null && path === null),
    retry: () => {
      machines.reload();
      home.reload();
    },
    setMachine: (next: string) => route.replace({ screen: 'files', machine: next }),
    setPath: (next: string) => key !== null && setGone({ key, path: next }),
  };
}
export type Place = ReturnType<typeof usePlace>;
