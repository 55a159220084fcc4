import { useEffect, useRef } from 'react';
import type { AddressField } from '../../../../preload/contract/systems/systems.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';

/**
 * One examination: its results, start and stop.
 * @param waits it begins at the user's request, not by itself
 */
export function useExamination(
  of: { readonly systemId: string; readonly service: AddressField },
  waits: boolean,
) {
  const { client } = useStores();
  const { problem, attempt, forget } = useProblem();
  const { value: examination, problem: lost } = useResource('doctor', of);

  const start = (asks: boolean) =>
    attempt(() => client.call('doctor.start', { ...of, completion: asks }));
  const latest = useRef(start);
  latest.current = start;
  // When opened from an error, the search for its reason needs no second click.
  const begun = useRef(waits);
  useEffect(() => {
    if (begun.current || examination === null) return;
    begun.current = true;
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
