import { ShieldCheck } from 'lucide-react';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Bar, Button, ErrorBar, KeyHint, ReasonedButton } from '../../../../ui/index.ts';
import type { Missing } from './form.ts';
import { isLost, LostReply } from './LostReply.tsx';
import type { useSending } from './useSending.ts';

interface SubmitFootProps {
  readonly system: System;
  readonly state: JobsState | null;
  readonly missing: Missing | null;
  readonly sending: ReturnType<typeof useSending>;
  readonly onSubmit: () => void;
  readonly onQueue: () => void;
}

/** What happens if the reply is lost, what became of the request, and the button. */
export function SubmitFoot(props: SubmitFootProps) {
  const { system, state, missing, sending, onSubmit, onQueue } = props;
  const t = useT();
  const client = useClient();
  const { problem, attempt, forget } = useProblem();
  const { sent } = sending;
  const lost = sent !== null && isLost(sent);
  const reason =
    state?.locked === true
      ? t('jobs.locked')
      : missing === null
        ? null
        : t(`jobs.submit.missing.${missing}`);
  const of = { systemId: system.id, id: sent?.id ?? '' };
  return (
    <footer className="flex flex-col gap-3 border-line border-t px-4 py-3">
      {sending.problem && <ErrorBar error={sending.problem} />}
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      {sent?.state === 'refused' && sent.problem && <ErrorBar error={sent.problem} />}
      {sent?.state === 'absent' && <Bar tone="note">{t('jobs.lost.absent')}</Bar>}
      {lost ? (
        <LostReply
          sent={sent}
          systemName={system.name}
          onSearch={() => void attempt(() => client.call('jobs.search', of))}
          onDrop={() => void attempt(() => client.call('jobs.drop', of))}
        />
      ) : (
        <p className="flex gap-2 text-small text-text-soft">
          <ShieldCheck size={14} aria-hidden className="mt-0.5 shrink-0 text-accent-text" />
          <span className="phrases min-w-0">
            {state?.findsMarker === false ? t('jobs.submit.onceBlind') : t('jobs.submit.once')}
          </span>
        </p>
      )}
      <div className="flex flex-wrap items-center justify-end gap-2">
        {lost && <Button onClick={onQueue}>{t('jobs.lost.queue')}</Button>}
        <ReasonedButton
          variant="primary"
          reason={reason}
          busy={sending.busy}
          disabled={lost}
          aria-keyshortcuts="Control+Enter"
          onClick={onSubmit}
        >
          {t('jobs.submit.open')}
          <KeyHint keys="mod+enter" className="ml-1 opacity-80" />
        </ReasonedButton>
      </div>
    </footer>
  );
}
