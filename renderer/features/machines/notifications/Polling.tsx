import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { ErrorBar, Select } from '../../../ui/index.ts';

/** Seconds. */
const usual = [10, 30, 60, 120, 300, 900, 1800, 3600];

/** Polling interval of the system. */
export function Polling({ systemId }: { readonly systemId: string }) {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const polling = useResource('machineChoices', { systemId }).value?.polling;
  const { problem, attempt } = useProblem();
  if (polling === undefined) return null;
  const set = (part: Partial<typeof polling>) =>
    void attempt(() =>
      client.call('machineChoices.setPolling', { systemId, polling: { ...polling, ...part } }),
    );
  const options = [...new Set([...usual, polling.every, polling.troubled])]
    .sort((a, b) => a - b)
    .map((seconds) => ({ value: String(seconds), label: format.duration(seconds * 1000) }));
  return (
    <>
      {problem && <ErrorBar error={problem} className="w-full" />}
      <div className="flex flex-wrap gap-3">
        <Select
          label={t('notices.every')}
          value={String(polling.every)}
          options={options}
          onValueChange={(every) => set({ every: Number(every) })}
        />
        <Select
          label={t('notices.troubled')}
          value={String(polling.troubled)}
          options={options}
          onValueChange={(troubled) => set({ troubled: Number(troubled) })}
        />
      </div>
    </>
  );
}
