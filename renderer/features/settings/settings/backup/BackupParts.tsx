import { type BackupPart, backupParts } from '../../../../../preload/contract/settings/backups.ts';
import { useT } from '../../../../i18n/index.ts';
import { Checkbox } from '../../../../ui/index.ts';

interface BackupPartsProps {
  readonly label: string;
  /** The parts to choose from. */
  readonly offered?: readonly BackupPart[];
  readonly chosen: readonly BackupPart[];
  readonly onChange: (chosen: BackupPart[]) => void;
}

/** Chooses the parts of the data to back up, or to restore. */
export function BackupParts({ label, offered = backupParts, chosen, onChange }: BackupPartsProps) {
  const t = useT();
  return (
    <fieldset className="w-full">
      <legend className="mb-1 text-small">{label}</legend>
      <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
        {offered.map((part) => (
          <Checkbox
            key={part}
            label={t(`settings.backup.parts.${part}`)}
            hint={t(`settings.backup.holds.${part}`)}
            checked={chosen.includes(part)}
            onCheckedChange={(wanted) =>
              onChange(offered.filter((one) => (one === part ? wanted : chosen.includes(one))))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
