import { useT } from '../../../../i18n/index.ts';
import { useFollowed } from '../../../../kit/index.ts';
import { Select } from '../../../../ui/index.ts';

interface SystemChoiceProps {
  /** Null: all systems. */
  readonly systemId: string | null;
  readonly onSystem: (id: string | null) => void;
}

/** The conversations that may use a server's tools: those of all systems, or of one. */
export function SystemChoice({ systemId, onSystem }: SystemChoiceProps) {
  const t = useT();
  const systems = useFollowed((stores) => stores.systems).value?.systems ?? [];
  return (
    <Select
      label={t('toolServers.for')}
      value={systemId ?? ''}
      options={[
        { value: '', label: t('toolServers.allSystems') },
        ...systems.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onValueChange={(id) => onSystem(id === '' ? null : id)}
    />
  );
}
