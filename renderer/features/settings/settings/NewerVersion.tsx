import { useT } from '../../../i18n/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Bar } from '../../../ui/index.ts';

/** Explains the mark beside Settings, and leads to the section about updates. */
export function NewerVersion({ onShow }: { readonly onShow: () => void }) {
  const t = useT();
  const { value } = useResource('updates', undefined);
  if (value === null || !value.marked || value.found === null) return null;
  return (
    <Bar
      tone="note"
      className="mb-4"
      action={{ label: t('settings.updates.show'), onAction: onShow }}
    >
      {t('settings.updates.bar', { version: value.found.version })}
    </Bar>
  );
}
