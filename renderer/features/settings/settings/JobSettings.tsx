import { useT } from '../../../i18n/index.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Card } from '../../../ui/index.ts';
import { useSettings } from './useSettings.ts';

/** What is kept of the user's jobs on this computer. */
export function JobSettings() {
  const t = useT();
  const { current, change } = useSettings();
  if (current === null) return null;
  return (
    <Card>
      <Switch
        label={t('jobs.output.keep')}
        hint={t('settings.jobOutput.hint')}
        checked={current.keepJobOutput === true}
        onCheckedChange={(keepJobOutput) => change({ keepJobOutput })}
      />
    </Card>
  );
}
