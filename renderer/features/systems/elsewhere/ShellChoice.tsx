import { useT } from '../../../i18n/index.ts';
import { type Shell, shellNames, shells } from '../../../kit/shells.ts';
import { Segmented } from '../../../ui/index.ts';

interface ShellChoiceProps {
  readonly value: Shell;
  readonly onChange: (shell: Shell) => void;
}

/** Chooses the shell of the commands. */
export function ShellChoice({ value, onChange }: ShellChoiceProps) {
  const t = useT();
  return (
    <Segmented
      label={t('elsewhere.shell')}
      labelHidden
      value={value}
      options={shells.map((shell) => ({ value: shell, label: shellNames[shell] }))}
      onValueChange={onChange}
    />
  );
}
