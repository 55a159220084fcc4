import { useT } from '../../../i18n/index.ts';
import { Card, Segmented } from '../../../ui/index.ts';
import { useSettings } from './useSettings.ts';

/** Theme and language. */
export function Appearance() {
  const t = useT();
  const { current, change } = useSettings();
  if (current === null) return null;
  return (
    <Card className="flex flex-col items-start gap-4">
      <Segmented
        label={t('common.theme.label')}
        value={current.theme}
        options={[
          { value: 'light', label: t('common.theme.light') },
          { value: 'dark', label: t('common.theme.dark') },
          { value: 'system', label: t('common.theme.system') },
        ]}
        onValueChange={(theme) => change({ theme })}
      />
      <Segmented
        label={t('common.language.label')}
        value={current.language}
        options={[
          { value: 'en', label: t('common.language.en') },
          { value: 'ja', label: t('common.language.ja') },
          { value: 'system', label: t('common.language.system') },
        ]}
        onValueChange={(language) => change({ language })}
      />
    </Card>
  );
}
