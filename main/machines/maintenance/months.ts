import type { Handlers } from '../../../preload/contract/index.ts';
import type { Planned } from '../../../preload/contract/machines/maintenance.ts';
import type { MachineHistory } from '../history/index.ts';
import type { Stretch } from '../sums/index.ts';

/** Reads past and future maintenance of all machines of a system. */
export function createMonths(deps: {
  readonly history: Pick<MachineHistory, 'machines' | 'incidents'>;
  readonly planned: (
    systemId: string,
    machines: readonly { readonly name: string; readonly nth: number }[],
    within: Stretch,
  ) => Planned[];
}): Handlers<'calendar'> {
  return {
    async snapshot({ systemId, from, to }) {
      const [machines, past] = await Promise.all([
        deps.history.machines(systemId),
        deps.history.incidents(systemId, from, to),
      ]);
      return { ...past, planned: deps.planned(systemId, machines, { from, to }) };
    },
  };
}
