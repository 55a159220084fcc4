import { useState } from 'react';
import type { GenaiState } from '../../../../preload/contract/chat/genai.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { FoldButton } from '../../../ui/index.ts';

const steps = ['open', 'project', 'copy', 'paste'] as const;
const rules = ['one', 'billed', 'secret', 'lost'] as const;

/** How to get a key in the portal, and its rules (spec/genai-service.md, "API key"); folded, as the field for the key comes first. */
export function KeySteps({ service }: { readonly service: GenaiState }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  return (
    <section className="text-small">
      <FoldButton open={open} onFold={setOpen}>
        {t('keys.how.title')}
      </FoldButton>
      {open && <Lists service={service} />}
    </section>
  );
}

function Lists({ service: { terms } }: { readonly service: GenaiState }) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      <ol className="mt-2 list-decimal space-y-1 pl-5">
        {steps.map((step) => (
          <li key={step}>{t(`keys.how.steps.${step}`)}</li>
        ))}
      </ol>
      <ul className="mt-2 list-disc space-y-1 pl-5 text-text-soft">
        {rules.map((rule) => (
          <li key={rule}>{t(`keys.how.rules.${rule}`)}</li>
        ))}
        {terms !== null && (
          <li>{t('keys.how.free', { date: format.date(Date.parse(`${terms.asOf}T00:00`)) })}</li>
        )}
      </ul>
    </>
  );
}
