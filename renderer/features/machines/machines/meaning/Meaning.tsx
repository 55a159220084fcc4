import { machineStates } from '../../../../../preload/contract/machines/machine-states.ts';
import type { MachineState } from '../../../../../preload/contract/machines/machines.ts';
import { useT } from '../../../../i18n/index.ts';
import { Select } from '../../../../ui/index.ts';

interface MeaningProps {
  readonly status: string;
  /** The user's choice; null for none. */
  readonly state: MachineState | null;
  /** Text for no choice. */
  readonly none?: string;
  readonly onState: (state: MachineState | null) => void;
}

/** Meaning of a raw value: the app's interpretation or the user's choice. */
export function Meaning({ status, state, none, onState }: MeaningProps) {
  const t = useT();
  const options = machineStates.map((value) => ({ value, label: t(`common.state.${value}`) }));
  return (
    <Select
      label={t('machines.meaning.label', { status: status.slice(0, 100) })}
      labelHidden
      value={state ?? 'own'}
      options={[{ value: 'own' as const, label: none ?? t('machines.meaning.own') }, ...options]}
      onValueChange={(value) => onState(value === 'own' ? null : value)}
      className="w-44"
    />
  );
}
