import type { PolicyState } from '../../../../preload/contract/settings/policy.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, ErrorBar } from '../../../ui/index.ts';
import type { OpenedSystemFile } from './useSystemFile.ts';

interface OperatorSystemsProps {
  readonly policy: PolicyState;
  readonly busy: boolean;
  readonly onBegin: (beginning: { readonly given: OpenedSystemFile }) => void;
}

/** Texts and systems of the operator's policy on the first page: a system fills the form. */
export default function OperatorSystems({ policy, busy, onBegin }: OperatorSystemsProps) {
  const t = useT();
  const language = useLanguage();
  const client = useClient();
  const { problem, attempt, forget } = useProblem();
  const { texts, systems } = policy;
  const text = ((language === 'ja' ? texts.ja : texts.en) ?? texts.en ?? texts.ja ?? '').trim();
  if (text === '' && systems.length === 0) return null;
  const open = async (at: number, place: string) => {
    const proposal = await attempt(() => client.call('policy.system', { at }));
    if (proposal) onBegin({ given: { fileName: place, proposal: proposal.value } });
  };
  return (
    <section aria-label={t('start.operator.question')} className="flex flex-col gap-3">
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      {text !== '' && (
        <p className="border-line-strong border-l-2 pl-3 whitespace-pre-line wrap-anywhere text-body">
          {text}
        </p>
      )}
      {systems.length > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <h3 className="text-body text-text-soft">{t('start.operator.question')}</h3>
          {systems.map(({ name, place }, at) => (
            <Button key={`${place} ${name}`} disabled={busy} onClick={() => void open(at, place)}>
              {t('start.operator.open', { name })}
            </Button>
          ))}
        </div>
      )}
    </section>
  );
}
