import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Bar } from '../../../ui/index.ts';

/** Explains the mark beside Settings, and leads to the section on updates. */
export function NewerVersion() {
  const t = useT();
  const { route } = useStores();
  const { value } = useResource('updates', undefined);
  if (value === null || !value.marked || value.found === null) return null;
  return (
    <Bar
      tone="note"
      action={{
        label: t('settings.updates.show'),
        onAction: () => route.go({ screen: 'settings', part: 'updates' }),
      }}
    >
      {t('settings.updates.bar', { version: value.found.version })}
    </Bar>
  );
}
