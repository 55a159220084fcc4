import {
  changesDays,
  fieldsDays,
  type Settings,
} from '../../../../preload/contract/settings/settings.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { Select } from '../../../ui/index.ts';

/** Retention of the machines' history, for all systems. */
export function HistoryRetention() {
  const t = useT();
  const { client, settings } = useStores();
  const current = useFollowed(() => settings).value;
  if (!current) return null;
  const change = (part: Partial<Settings>) =>
    void settings.carryOut(() => client.call('settings.update', part));
  const optionsOf = (all: readonly number[]) =>
    all.map((count) => ({
      value: String(count),
      label: count === 0 ? t('notices.kept.forGood') : t('notices.kept.days', { count }),
    }));
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        <Select
          label={t('notices.kept.changes')}
          value={String(current.keepChanges ?? 400)}
          options={optionsOf(changesDays)}
          onValueChange={(value) =>
            change({ keepChanges: changesDays.find((days) => String(days) === value) })
          }
        />
        <Select
          label={t('notices.kept.fields')}
          value={String(current.keepFields ?? 90)}
          options={optionsOf(fieldsDays)}
          onValueChange={(value) =>
            change({ keepFields: fieldsDays.find((days) => String(days) === value) })
          }
        />
      </div>
      <p className="phrases mt-1 text-small text-text-soft">{t('notices.kept.hint')}</p>
    </div>
  );
}
