import type { JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useClient } from '../../../../kit/index.ts';
import { useLoaded } from '../../../../kit/loading/useLoaded.ts';

/** Returns the user's home on a machine whose jobs need a folder; null where the API does not tell it, or not yet. */
export function useHome(state: JobsState | null, machine: string): string | null {
  const client = useClient();
  const asks = state?.guessesFolder === true && state.readsOutput && machine !== '';
  const asked = asks ? { systemId: state.systemId, machine } : null;
  const { value } = useLoaded<string>(asked && JSON.stringify(asked), async () =>
    asked === null ? '/' : client.call('files.home', asked),
  );
  return asked === null || value === '/' ? null : value;
}
