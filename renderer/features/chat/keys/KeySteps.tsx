import type { GenaiState } from '../../../../preload/contract/chat/genai.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';

const steps = ['open', 'project', 'copy', 'paste'] as const;
const rules = ['one', 'billed', 'secret', 'lost'] as const;

/** How to create a key in the portal, and its rules (spec/genai-service.md, "API key"); open if there are no keys. */
export function KeySteps({ service }: { readonly service: GenaiState }) {
  const t = useT();
  const format = useFormat();
  const { keys, terms } = service;
  return (
    <details open={keys.length === 0} className="border-line border-t pt-3 text-small">
      <summary className="cursor-default font-medium">{t('keys.how.title')}</summary>
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
    </details>
  );
}
