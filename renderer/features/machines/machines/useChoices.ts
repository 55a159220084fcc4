import type { ResourceValue } from '../../../../preload/contract/index.ts';
import type {
  MachineChoice,
  MachineView,
} from '../../../../preload/contract/machines/machine-choices.ts';
import type { MachineState } from '../../../../preload/contract/machines/machines.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';

/** The user's settings for a system's machines, and functions to change them. */
export interface Choices {
  readonly value: ResourceValue<'machineChoices'> | null;
  setView(view: MachineView): void;
  setMachine(machine: MachineChoice): void;
  /** Null uses the app's interpretation of the raw value. */
  setMeaning(status: string, state: MachineState | null): void;
}

export function useChoices(systemId: string | undefined) {
  const { client } = useStores();
  const { value, problem: ofSnapshot } = useResource(
    'machineChoices',
    systemId === undefined ? null : { systemId },
  );
  const { problem, attempt, forget } = useProblem();
  const change = (perform: (id: string) => Promise<unknown>) => {
    if (systemId !== undefined) void attempt(() => perform(systemId));
  };
  const choices: Choices = {
    value,
    setView: (view) =>
      change((id) => client.call('machineChoices.setView', { systemId: id, view })),
    setMachine: (machine) =>
      change((id) => client.call('machineChoices.setMachine', { systemId: id, machine })),
    setMeaning: (status, state) =>
      change((id) => client.call('machineChoices.setMeaning', { systemId: id, status, state })),
  };
  return { choices, problem: problem ?? ofSnapshot, forget };
}
