import type {
  BackupPart,
  RestoreChoices,
  RestoreDifferences,
} from '../../../../../preload/contract/settings/backups.ts';
import { useT } from '../../../../i18n/index.ts';
import { UnreadableRowText } from '../../../../kit/bars/UnreadableRows.tsx';
import { Checkbox } from '../../../../ui/index.ts';

/** Differences between a backup and this computer: this computer's own values stay unless ticked. */
export function Differences({
  found,
  chosen,
  taken,
  onChange,
}: {
  readonly found: RestoreDifferences;
  readonly chosen: readonly BackupPart[];
  readonly taken: RestoreChoices;
  readonly onChange: (taken: RestoreChoices) => void;
}) {
  const t = useT();
  const withSystems = chosen.includes('systems');
  const withKeys = chosen.includes('keys');
  const nothing = t('settings.backup.differences.none');
  const from = (here: string | null, there: string | null): string =>
    t('settings.backup.differences.change', { here: here || nothing, there: there || nothing });
  const { systems, added, updateFeed, backupFolder, vaultKey, unreadableRows, refused } = found;
  const asksKey = withKeys && (vaultKey === 'open' || vaultKey === 'closed');
  const shown = withSystems
    ? systems.length > 0 || updateFeed !== null || (withKeys && backupFolder !== null)
    : false;
  return (
    <>
      {(shown || asksKey) && (
        <fieldset className="w-full" data-differences>
          <legend className="mb-1 text-small">{t('settings.backup.differences.title')}</legend>
          <div className="flex flex-col gap-2">
            {withSystems &&
              systems.map(({ id, name, fields }) => (
                <div key={id}>
                  <Checkbox
                    label={t('settings.backup.differences.system', { name })}
                    checked={taken.systems.includes(id)}
                    onCheckedChange={(wanted) =>
                      onChange({
                        ...taken,
                        systems: wanted
                          ? [...taken.systems, id]
                          : taken.systems.filter((one) => one !== id),
                      })
                    }
                  />
                  <ul className="ml-6 text-small text-text-soft">
                    {fields.map(({ field, here, there }) => (
                      <li key={field} className="wrap-anywhere">
                        {t(`settings.backup.fields.${field}`)} {from(here, there)}
                      </li>
                    ))}
                  </ul>
                </div>
              ))}
            {withSystems && updateFeed && (
              <Checkbox
                label={t('settings.backup.differences.updateFeed')}
                hint={from(updateFeed.here, updateFeed.there)}
                checked={taken.updateFeed}
                onCheckedChange={(wanted) => onChange({ ...taken, updateFeed: wanted })}
              />
            )}
            {withSystems && withKeys && backupFolder && (
              <Checkbox
                label={t('settings.backup.differences.backupFolder')}
                hint={from(backupFolder.here, backupFolder.there)}
                checked={taken.backupFolder}
                onCheckedChange={(wanted) => onChange({ ...taken, backupFolder: wanted })}
              />
            )}
            {asksKey && (
              <Checkbox
                label={t('settings.backup.differences.vaultKey')}
                hint={t(`settings.backup.differences.key.${vaultKey}`)}
                checked={taken.vaultKey}
                onCheckedChange={(wanted) => onChange({ ...taken, vaultKey: wanted })}
              />
            )}
          </div>
        </fieldset>
      )}
      {added.length > 0 && (
        <Lines
          title={t('settings.backup.differences.added')}
          lines={added.map(({ name, addresses }) => [name, ...addresses].join(' '))}
        />
      )}
      {refused.length > 0 && (
        <Lines
          title={t('settings.backup.differences.refused')}
          lines={refused.map(({ system, field }) =>
            `${system} ${t(`settings.backup.fields.${field}`)}`.trim(),
          )}
        />
      )}
      {unreadableRows.length > 0 && (
        <div>
          <p className="text-small">{t('settings.backup.differences.unread')}</p>
          <ul className="text-small text-text-soft">
            {unreadableRows.map((row) => (
              <li key={JSON.stringify(row)} className="wrap-anywhere">
                <UnreadableRowText row={row} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

function Lines({ title, lines }: { readonly title: string; readonly lines: readonly string[] }) {
  return (
    <div>
      <p className="text-small">{title}</p>
      <ul className="text-small text-text-soft">
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </div>
  );
}
