import type { Handlers } from '../../../preload/contract/index.ts';
import type { MachinesState } from '../../../preload/contract/machines/machines.ts';
import { demoSystemId } from '../../systems/list/index.ts';

type State = Pick<MachinesState, 'machines' | 'checkedAt'>;

/**
 * Returns the last known state as the screen *Machines* shows it: a status that a machine of the demo had already in its
 * generated history began there, not when the app first saw it.
 */
export function withGeneratedStarts<S extends State>(
  machines: { snapshot(systemId: string): Promise<S> },
  history: { readonly calls: Pick<Handlers<'machineHistory'>, 'availability'> },
): { snapshot(systemId: string): Promise<S> } {
  return {
    async snapshot(systemId) {
      const state = await machines.snapshot(systemId);
      if (systemId !== demoSystemId) return state;
      const told = await history.calls.availability({ systemId, span: '24h' }, { id: 'main' });
      const { generatedUntil, machines: seen } = told;
      if (generatedUntil === null) return state;
      const counts = new Map<string, number>();
      const begun = state.machines.map((machine) => {
        const nth = counts.get(machine.name) ?? 0;
        counts.set(machine.name, nth + 1);
        const { since } = seen.find((one) => one.name === machine.name && one.nth === nth) ?? {};
        const isGenerated = since !== undefined && Date.parse(machine.since) <= generatedUntil;
        return isGenerated ? { ...machine, since: new Date(since).toISOString() } : machine;
      });
      return { ...state, machines: begun };
    },
  };
}
