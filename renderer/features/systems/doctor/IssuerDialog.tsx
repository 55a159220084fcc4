import { useState } from 'react';
import type { CallInput } from '../../../../preload/contract/index.ts';
import type { DoctorStep, FoundIssuer } from '../../../../preload/contract/systems/doctor.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Bar, breakPairs, ErrorBar, Facts, useToasts } from '../../../ui/index.ts';
import { fingerprintText } from '../certificates/index.ts';
import { DecisionDialog } from './DecisionDialog.tsx';

interface IssuerDialogProps {
  readonly of: Pick<CallInput<'doctor.pin'>, 'systemId' | 'service'>;
  /** The step's facts of the certificate. */
  readonly facts: DoctorStep['facts'];
  readonly onKept: () => void;
  readonly onClose: () => void;
}

/** The certificate that a server leaves out: its address, downloaded on request, stored if the user agrees. */
export function IssuerDialog({ of, facts, onKept, onClose }: IssuerDialogProps) {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const toasts = useToasts();
  const { busy, problem, attempt } = useProblem();
  const [found, setFound] = useState<FoundIssuer | null>(null);
  const [notKept, setNotKept] = useState(false);
  const address = facts.find(({ name }) => name === 'caIssuers')?.values[0] ?? '';

  const ask = async () => {
    const answer = await attempt(() => client.call('doctor.askIssuer', of));
    if (answer !== null) setFound(answer.value);
  };
  const keep = async (fingerprint: string) => {
    const answer = await attempt(() => client.call('doctor.keepIssuer', { ...of, fingerprint }));
    if (answer === null) return;
    setNotKept(!answer.value.stored);
    if (!answer.value.stored) return;
    toasts.show({ text: t('doctor.issuer.kept') });
    onKept();
  };
  const authority = found?.authority ?? null;
  const wanted = found?.outcome === 'found' ? authority : null;
  return (
    <DecisionDialog
      title={t('doctor.issuer.title')}
      text={t('doctor.issuer.text')}
      action={t(wanted === null ? 'doctor.issuer.ask' : 'doctor.issuer.keep')}
      busy={busy}
      onAction={() => void (wanted === null ? ask() : keep(wanted.fingerprint))}
      onClose={onClose}
    >
      <Facts
        mono
        stacked
        items={[
          { label: t('doctor.facts.caIssuers'), value: address },
          ...(authority === null
            ? []
            : [
                { label: t('doctor.facts.issuer'), value: authority.subject },
                {
                  label: t('doctor.facts.validUntil'),
                  value: format.date(Date.parse(authority.notAfter)),
                },
                {
                  label: t('doctor.facts.fingerprint'),
                  value: breakPairs(fingerprintText(authority.fingerprint)),
                },
              ]),
        ]}
      />
      {problem && <ErrorBar error={problem} />}
      {found && (
        <Bar tone={found.outcome === 'found' ? 'note' : 'trouble'}>
          {t(`doctor.issuer.outcomes.${found.outcome}`)}
        </Bar>
      )}
      {notKept && <Bar tone="trouble">{t('doctor.issuer.notKept')}</Bar>}
    </DecisionDialog>
  );
}
