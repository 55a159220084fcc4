import { useEffect, useRef } from 'react';
import type { AddressField } from '../../../../preload/contract/systems/systems.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';

/** One examination, which starts when it is first shown: its results, start and stop. */
export function useExamination(of: { readonly systemId: string; readonly service: AddressField }) {
  const { client } = useStores();
  const { problem, attempt, forget } = useProblem();
  const { value: examination, problem: lost } = useResource('doctor', of);

  const start = (asks: boolean) =>
    attempt(() => client.call('doctor.start', { ...of, completion: asks }));
  const latest = useRef(start);
  latest.current = start;
  // Each service once, so that the search for a reason needs no second click.
  const begun = useRef(new Set<AddressField>());
  useEffect(() => {
    if (examination === null || begun.current.has(examination.service)) return;
    begun.current.add(examination.service);
    if (examination.state !== 'running') void latest.current(false);
  }, [examination]);

  return {
    examination,
    running: examination?.state === 'running',
    trouble: problem ?? lost,
    attempt,
    forget,
    start,
    stop: () => attempt(() => client.call('doctor.stop', of)),
  };
}
