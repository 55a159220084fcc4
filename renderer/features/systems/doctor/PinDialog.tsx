import { useState } from 'react';
import { readFingerprint } from '../../../../common/texts/fingerprint.ts';
import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import type { CallInput } from '../../../../preload/contract/index.ts';
import type { DoctorStep } from '../../../../preload/contract/systems/doctor.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Bar, ErrorBar, Facts, TextArea, useToasts } from '../../../ui/index.ts';
import { DecisionDialog } from './DecisionDialog.tsx';

interface PinDialogProps {
  readonly of: Pick<CallInput<'doctor.pin'>, 'systemId' | 'service'>;
  readonly host: string;
  /** The step's facts of the certificate. */
  readonly facts: DoctorStep['facts'];
  readonly onPinned: () => void;
  readonly onClose: () => void;
}

/** The server's fingerprint beside the one from its operator; trusted if both are the same. */
export function PinDialog({ of, host, facts, onPinned, onClose }: PinDialogProps) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt } = useProblem();
  const [typed, setTyped] = useState('');
  const [said, setSaid] = useState<AppErrorData | null>(null);
  const [refused, setRefused] = useState(false);
  const seen = (name: DoctorStep['facts'][number]['name']): string =>
    facts.find((fact) => fact.name === name)?.values[0] ?? '';
  const shown = seen('fingerprint');
  const read = readFingerprint(typed);
  const isSame = read !== null && read === readFingerprint(shown);
  const wrong =
    typed.trim() === '' || isSame
      ? undefined
      : t(read === null ? 'doctor.pin.unreadable' : 'doctor.pin.unlike');

  const pin = async () => {
    const answer = await attempt(() => client.call('doctor.pin', { ...of, fingerprint: typed }));
    if (answer === null) return;
    const { outcome, problem: reason } = answer.value;
    setSaid(reason);
    setRefused(outcome !== 'pinned');
    if (outcome !== 'pinned') return;
    toasts.show({ text: t('doctor.pin.done', { host }) });
    onPinned();
  };
  return (
    <DecisionDialog
      title={t('doctor.pin.title')}
      text={t('doctor.pin.text', { host })}
      action={t('doctor.pin.action', { host })}
      busy={busy}
      disabled={!isSame}
      onAction={() => void pin()}
      onClose={onClose}
    >
      <Facts
        mono
        stacked
        items={[
          { label: t('doctor.facts.chain'), value: seen('chain') },
          { label: t('doctor.pin.shown'), value: shown },
        ]}
      />
      <TextArea
        mono
        rows={2}
        label={t('doctor.pin.typed')}
        hint={t('doctor.pin.typedHint')}
        value={typed}
        onValueChange={setTyped}
        problem={wrong}
        status={isSame ? { kind: 'good', text: t('doctor.pin.same') } : undefined}
      />
      {problem && <ErrorBar error={problem} />}
      {refused && (
        <Bar tone="trouble">{t(said === null ? 'doctor.pin.unlike' : 'doctor.pin.notGood')}</Bar>
      )}
      {said && <ErrorBar error={said} />}
    </DecisionDialog>
  );
}
