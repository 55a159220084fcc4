import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useFollowed, useStores, useSystem } from '../../../kit/index.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Card } from '../../../ui/index.ts';
import { HistoryRetention } from './HistoryRetention.tsx';
import { Polling } from './Polling.tsx';

/** How often machines are checked, and how long their history is kept. */
export default function MachineSettings() {
  const system = useSystem();
  return (
    <LateTexts>
      <Card className="flex flex-col gap-4">
        {system !== null && system.webApiUrl !== '' && (
          <Polling key={system.id} systemId={system.id} />
        )}
        <Metered />
        <HistoryRetention />
      </Card>
    </LateTexts>
  );
}

/** A browser that knows the kind of its connection can say that it is metered. */
function Metered() {
  const t = useT();
  const { client, settings } = useStores();
  const current = useFollowed(() => settings).value;
  if (current === null || !('connection' in navigator)) return null;
  return (
    <Switch
      label={t('notices.metered')}
      checked={current.checkOnMetered !== false}
      onCheckedChange={(checkOnMetered) =>
        void settings.carryOut(() => client.call('settings.update', { checkOnMetered }))
      }
    />
  );
}
