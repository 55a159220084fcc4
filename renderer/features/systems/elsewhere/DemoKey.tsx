import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Secret } from '../../../ui/buttons/Secret.tsx';
import { ErrorBar } from '../../../ui/index.ts';

/** The demo's built-in key, which was never shown: the commands above ask for it. */
export function DemoKey({ systemId }: { readonly systemId: string }) {
  const t = useT();
  const client = useClient();
  const { problem, attempt } = useProblem();
  const reveal = async () => (await client.call('genai.demoKey', { systemId })).key;
  return (
    <div className="space-y-1.5">
      {problem && <ErrorBar error={problem} />}
      <p className="flex flex-wrap items-start gap-x-3 text-small">
        <span className="py-0.75 text-text-soft">{t('elsewhere.demoKey')}</span>
        <Secret
          name={t('elsewhere.demoKey')}
          reveal={reveal}
          onError={(error) => void attempt(() => Promise.reject(error))}
        />
      </p>
    </div>
  );
}
