import { useState } from 'react';
import type { ResourceValue } from '../../../../preload/contract/index.ts';
import type {
  MachineNotification,
  NotificationRule,
} from '../../../../preload/contract/machines/notifications.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useStores, useSystem } from '../../../kit/index.ts';
import { type Attempt, useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Button, Card, ErrorBar, Time, TitledCard } from '../../../ui/index.ts';
import { Background } from './Background.tsx';
import { RuleFields } from './RuleFields.tsx';
import { changeText } from './texts.ts';

/** Notifications listed before the user asks for all. */
const shownAtFirst = 20;

/** The notifications of the system on screen: of which changes, when, and those shown so far. */
export default function NotificationSettings() {
  const t = useT();
  const system = useSystem();
  return (
    <LateTexts>
      {system === null || system.webApiUrl === '' ? (
        <p className="phrases text-text-soft">{t('notices.noMachines')}</p>
      ) : (
        <OfSystem key={system.id} systemId={system.id} name={system.name} />
      )}
    </LateTexts>
  );
}

function OfSystem({ systemId, name }: { readonly systemId: string; readonly name: string }) {
  const t = useT();
  const { client } = useStores();
  const { value, problem: ofSnapshot } = useResource('notifications', { systemId });
  const { problem, attempt } = useProblem();
  const setRule = (rule: NotificationRule) =>
    void attempt(() => client.call('notifications.setRule', { systemId, rule }));
  const shown = problem ?? ofSnapshot;
  return (
    <>
      {shown && <ErrorBar error={shown} className="w-full" />}
      <p className="phrases text-text-soft">{t('notices.text', { system: name })}</p>
      <Card className="flex flex-col gap-4">
        {value && (
          <Switch
            label={t('notices.on')}
            checked={value.rule.on}
            onCheckedChange={(on) => setRule({ ...value.rule, on })}
          />
        )}
        {value?.rule.on && (
          <>
            <Permission
              by={value.by}
              failed={value.failed}
              attempt={attempt}
              onTest={() => void attempt(() => client.call('notifications.test', { systemId }))}
            />
            <RuleFields systemId={systemId} rule={value.rule} onRule={setRule} />
          </>
        )}
      </Card>
      <Background />
      {value && (value.rule.on || value.past.length > 0) && (
        <Given
          given={value.past}
          onClear={() => void attempt(() => client.call('notifications.clear', { systemId }))}
        />
      )}
    </>
  );
}

interface PermissionProps {
  readonly by: ResourceValue<'notifications'>['by'];
  readonly failed: boolean;
  readonly attempt: Attempt;
  readonly onTest: () => void;
}

/** A browser asks the user for permission, and only after a click; the app itself needs none. */
function Permission({ by, failed, attempt, onTest }: PermissionProps) {
  const t = useT();
  const [permission, setPermission] = useState(
    'Notification' in window ? Notification.permission : 'denied',
  );
  if (by === 'nobody') return <p>{t('notices.nobody')}</p>;
  if (by === 'host' || permission === 'granted') {
    return (
      <>
        {failed && <p role="status">{t('notices.failed')}</p>}
        <Button onClick={onTest}>{t('notices.test')}</Button>
      </>
    );
  }
  if (permission === 'denied') return <p>{t('notices.denied')}</p>;
  const ask = () =>
    void attempt(async () => {
      setPermission(await Notification.requestPermission());
    });
  return (
    <div>
      <Button onClick={ask}>{t('notices.allow')}</Button>
      <p className="phrases mt-1 text-small text-text-soft">{t('notices.ask')}</p>
    </div>
  );
}

interface GivenProps {
  readonly given: readonly MachineNotification[];
  readonly onClear: () => void;
}

function Given({ given, onClear }: GivenProps) {
  const t = useT();
  const language = useLanguage();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? given : given.slice(0, shownAtFirst);
  return (
    <TitledCard
      title={t('notices.given')}
      text={given.length === 0 ? t('notices.none') : undefined}
      action={given.length > 0 && <Button onClick={onClear}>{t('notices.clear')}</Button>}
    >
      {given.length > 0 && (
        <>
          <ul className="w-full" aria-label={t('notices.given')}>
            {shown.map(({ id, at, changes, more, outcome }) => (
              <li key={id} className="flex gap-3 border-line border-b py-1.5 last:border-b-0">
                <Time at={at} />
                <span className="wrap-anywhere min-w-0">
                  {changes.map((change) => changeText(change, t, language)).join(', ')}
                  {more > 0 && ` ${t('notices.more', { count: more })}`}
                  {outcome !== 'given' && (
                    <span className="text-text-soft"> ({t('notices.held')})</span>
                  )}
                </span>
              </li>
            ))}
          </ul>
          {shown.length < given.length && (
            <Button variant="quiet" onClick={() => setWhole(true)}>
              {t('notices.showAll', { count: given.length })}
            </Button>
          )}
        </>
      )}
    </TitledCard>
  );
}
