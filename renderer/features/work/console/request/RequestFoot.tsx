import { CodeXml, Download, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { ConsoleState } from '../../../../../preload/contract/work/console.ts';
import type { Operation } from '../../../../../preload/contract/work/console-descriptions.ts';
import type { ConsoleRequest } from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useCommand, useOffer } from '../../../../kit/useCommand.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import {
  Bar,
  CopyButton,
  ErrorBar,
  IconButton,
  KeyHint,
  ReasonedButton,
} from '../../../../ui/index.ts';
import { ExactText } from './ExactText.tsx';
import { requestText } from './exact.ts';
import { identityOf } from './identity.ts';
import { LinesDialog } from './LinesDialog.tsx';
import { SendDialog } from './SendDialog.tsx';
import { obstacleOf, useExact } from './useExact.ts';
import { useSending } from './useSending.ts';

interface RequestFootProps {
  readonly system: System;
  readonly state: ConsoleState;
  readonly operation: Operation;
  readonly request: ConsoleRequest;
  readonly onSent: (exchangeId: string) => void;
}

/** The exact request and the button that sends it. */
export function RequestFoot({ system, state, operation, request, onSent }: RequestFootProps) {
  const t = useT();
  const client = useClient();
  const systemId = system.id;
  const { variables, allowedOrigins } = state;
  const turn = JSON.stringify([variables, allowedOrigins, operation.effect]);
  const { exact, problem } = useExact(systemId, request, turn);
  const [lines, setLines] = useState(false);
  const sending = useSending({ systemId, request, onSent });
  const allowing = useProblem();
  const send = useCommand('send-request');
  const obstacle = exact === null ? null : obstacleOf(exact);
  const reason =
    obstacle === null || obstacle.kind === 'origin'
      ? null
      : t(`console.obstacle.${obstacle.kind}`, { name: obstacle.name });
  const blocked = obstacle !== null || (exact === null && problem !== null);
  useOffer('send-request', blocked ? null : () => void sending.send());
  const Shield = exact?.elsewhere === true ? ShieldAlert : ShieldCheck;
  return (
    <footer className="flex flex-col gap-2 border-line border-t px-4 py-3">
      <div className="flex items-center justify-between">
        <h3 className="text-small font-medium">{t('console.exact.title')}</h3>
        {exact && (
          <span className="flex items-center gap-1">
            {reason === null && (
              <IconButton
                size="small"
                icon={CodeXml}
                label={t('console.elsewhere.open')}
                onClick={() => setLines(true)}
              />
            )}
            <CopyButton name={t('console.exact.title')} text={requestText(exact)} />
          </span>
        )}
      </div>
      {problem && <ErrorBar error={problem} />}
      {exact && <ExactText exact={exact} className="max-h-40" />}
      {sending.problem && <ErrorBar error={sending.problem} onDismiss={sending.forget} />}
      {allowing.problem && <ErrorBar error={allowing.problem} onDismiss={allowing.forget} />}
      {obstacle?.kind === 'origin' && (
        <Bar
          tone="warning"
          action={{
            label: t('console.origins.allow'),
            onAction: () =>
              void allowing.attempt(() =>
                client.call('apiConsole.allowOrigin', {
                  systemId,
                  origin: obstacle.name,
                  allowed: true,
                }),
              ),
          }}
        >
          {t('console.origins.ask', { origin: obstacle.name })}
        </Bar>
      )}
      <div className="flex flex-wrap items-center justify-between gap-2">
        {exact && (
          <span className="flex min-w-0 items-center gap-1.5 text-small text-text-soft">
            <Shield size={14} aria-hidden className="shrink-0 text-accent-text" />
            <span className="min-w-0 wrap-anywhere">
              {exact.origin.replace('https://', '')} · {identityOf(t, exact)}
            </span>
          </span>
        )}
        <div className="ml-auto flex items-center gap-2">
          <IconButton
            icon={Download}
            label={t('console.send.toFile')}
            disabled={blocked}
            onClick={() => void sending.send(true)}
          />
          <ReasonedButton
            variant="primary"
            reason={reason}
            busy={sending.busy}
            disabled={obstacle?.kind === 'origin'}
            aria-keyshortcuts="Control+Enter"
            onClick={() => void sending.send()}
          >
            {t(operation.effect === 'changes' ? 'console.send.ask' : 'console.send.send')}
            {send.keys !== undefined && <KeyHint keys={send.keys} className="ml-1" />}
          </ReasonedButton>
        </div>
      </div>
      {lines && exact && (
        <LinesDialog
          system={system}
          exact={exact}
          request={request}
          onClose={() => setLines(false)}
        />
      )}
      {sending.asked && <SendDialog system={system} exact={sending.asked} sending={sending} />}
    </footer>
  );
}
