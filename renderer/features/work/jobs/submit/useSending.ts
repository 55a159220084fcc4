import { useEffect, useRef, useState } from 'react';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type {
  JobSubmission,
  JobsState,
  SentSubmission,
} from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { useToasts } from '../../../../ui/index.ts';

/** After these a submission of its own may follow. */
const settled: ReadonlySet<SentSubmission['state']> = new Set(['refused', 'absent', 'dropped']);

/**
 * Sends a submission once: it locks before anything is awaited, and an id that main has seen is never sent again.
 * @param onAccepted gets the new job's row, once it is known
 */
export function useSending(options: {
  readonly system: System;
  readonly state: JobsState | null;
  readonly onAccepted: (key: string | null) => void;
}) {
  const { system, state, onAccepted } = options;
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt } = useAction();
  const [own, setOwn] = useState<SentSubmission | null>(null);
  const [id, setId] = useState(() => crypto.randomUUID());
  const locked = useRef(false);
  const [isSending, setSending] = useState(false);
  const sent = state?.submissions.find((one) => one.id === own?.id) ?? own;
  if (sent !== null && sent.id === id && settled.has(sent.state)) setId(crypto.randomUUID());
  const isAccepted = sent?.state === 'accepted';
  /** Runs with the first answer: a row that comes later finds the list open. */
  const finish = useRef<() => void>(() => undefined);
  finish.current = () => {
    toasts.show({ text: t('jobs.submit.done', { id: sent?.jobId ?? '' }) });
    onAccepted(sent?.key ?? null);
  };
  useEffect(() => {
    if (isAccepted) finish.current();
  }, [isAccepted]);
  return {
    busy: busy || sent?.state === 'sending',
    problem,
    sent,
    /** It was sent, and it is not known that there is no such job. */
    isOut: isSending || (sent !== null && !settled.has(sent.state)),
    /** That of the next submission: its request names it. */
    id,
    async isSame(submission: JobSubmission): Promise<boolean> {
      if (locked.current) return false;
      const answer = await attempt(() =>
        client.call('jobs.preview', { systemId: system.id, id, submission }),
      );
      return answer !== null && answer.value.sameAt !== null;
    },
    async send(submission: JobSubmission): Promise<void> {
      if (locked.current) return;
      locked.current = true;
      setSending(true);
      const answer = await attempt(() =>
        client.call('jobs.submit', { systemId: system.id, id, submission }),
      );
      if (answer !== null) setOwn(answer.value);
      setSending(false);
      locked.current = false;
    },
  };
}
