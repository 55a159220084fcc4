import type { Attempt } from '../../../../preload/contract/systems/session.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useStores } from '../../../kit/index.ts';
import { openExternally } from '../../../kit/openExternally.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Button, Copyable, ErrorBar, Spinner, useNow } from '../../../ui/index.ts';
import { BrowserSteps } from './BrowserSteps.tsx';
import { openTab } from './openTab.ts';

interface AttemptViewProps {
  readonly system: System;
  readonly attempt: Attempt;
}

/** A sign-in in progress: its state, and its remaining time. */
export function AttemptView({ system, attempt }: AttemptViewProps) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { client } = useStores();
  const { problem, attempt: perform } = useAction();
  const { phase, way, authorizeUrl, opened, deadline } = attempt;
  return (
    <div className="flex flex-col gap-3">
      {problem && <ErrorBar error={problem} />}
      <p className="flex items-center gap-2">
        <Spinner size={14} />
        {phase === 'waiting' ? t(`signIn.waiting.${way}`) : t(`signIn.phases.${phase}`)}
      </p>
      <p className="tabular text-small text-text-soft">
        {t('session.deadline', { left: format.duration(Math.max(0, Date.parse(deadline) - now)) })}
      </p>
      {phase === 'waiting' && <p className="phrases">{t(`signIn.hints.${way}`)}</p>}
      {phase === 'waiting' && way === 'browser' && <BrowserSteps system={system} />}
      {phase === 'waiting' && way === 'tab' && (
        <Button
          className="self-start"
          onClick={() => void perform(() => openTab(client, system.id))}
        >
          {t('session.openProvider')}
        </Button>
      )}
      {phase === 'waiting' && authorizeUrl !== null && (
        <div className="flex flex-col items-start gap-2">
          {!opened && (
            <Button onClick={() => void perform(() => openExternally(client, authorizeUrl))}>
              {t('session.openProvider')}
            </Button>
          )}
          <Copyable short name={t('session.address')} value={authorizeUrl} />
        </div>
      )}
    </div>
  );
}
