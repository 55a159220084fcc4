import { useState } from 'react';
import type { ResourceValue } from '../../../../preload/contract/index.ts';
import type { Notice, NoticeRule } from '../../../../preload/contract/machines/notices.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useStores, useSystem } from '../../../kit/index.ts';
import { type Attempt, useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Button, ErrorBar, Time } from '../../../ui/index.ts';
import { Background } from './Background.tsx';
import { Kept } from './Kept.tsx';
import { Polling } from './Polling.tsx';
import { RuleFields } from './RuleFields.tsx';
import { changeWords } from './words.ts';

/** Notification settings of the current system: rules, times, and recent notifications. */
export default function NoticeSettings() {
  const system = useSystem();
  if (system === null || system.webApiUrl === '') return null;
  return (
    <LateTexts>
      <OfSystem key={system.id} systemId={system.id} name={system.name} />
    </LateTexts>
  );
}

function OfSystem({ systemId, name }: { readonly systemId: string; readonly name: string }) {
  const t = useT();
  const { client } = useStores();
  const { value, problem: ofSnapshot } = useResource('notices', { systemId });
  const { problem, attempt } = useProblem();
  const setRule = (rule: NoticeRule) =>
    void attempt(() => client.call('notices.setRule', { systemId, rule }));
  const shown = problem ?? ofSnapshot;
  return (
    <section
      aria-label={t('notices.title')}
      className="grid gap-x-8 gap-y-2 border-line border-t py-5 md:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <h2 className="text-body font-semibold">{t('notices.title')}</h2>
      <div className="flex min-w-0 flex-col items-start gap-3">
        {shown && <ErrorBar error={shown} className="w-full" />}
        <p className="phrases text-text-soft">{t('notices.text', { system: name })}</p>
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
              onTest={() => void attempt(() => client.call('notices.test', { systemId }))}
            />
            <RuleFields systemId={systemId} rule={value.rule} onRule={setRule} />
          </>
        )}
        <Polling systemId={systemId} />
        <Background />
        <Kept />
        {value && (value.rule.on || value.given.length > 0) && (
          <Given
            given={value.given}
            onClear={() => void attempt(() => client.call('notices.clear', { systemId }))}
          />
        )}
      </div>
    </section>
  );
}

interface PermissionProps {
  readonly by: ResourceValue<'notices'>['by'];
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
  readonly given: readonly Notice[];
  readonly onClear: () => void;
}

function Given({ given, onClear }: GivenProps) {
  const t = useT();
  const language = useLanguage();
  return (
    <div className="w-full">
      <h3 className="font-semibold">{t('notices.given')}</h3>
      {given.length === 0 && <p className="text-text-soft">{t('notices.none')}</p>}
      <ul className="max-h-80 overflow-y-auto" aria-label={t('notices.given')}>
        {given.map(({ id, at, changes, more, outcome }) => (
          <li key={id} className="flex gap-3 border-line border-b py-1">
            <Time at={at} />
            <span className="wrap-anywhere min-w-0">
              {changes.map((change) => changeWords(change, t, language)).join(', ')}
              {more > 0 && ` ${t('notices.more', { count: more })}`}
              {outcome !== 'given' && (
                <span className="text-text-soft"> ({t('notices.held')})</span>
              )}
            </span>
          </li>
        ))}
      </ul>
      {given.length > 0 && (
        <Button className="mt-2" onClick={onClear}>
          {t('notices.clear')}
        </Button>
      )}
    </div>
  );
}
