import { useEffect, useState } from 'react';
import type { CrashDump } from '../../../../preload/contract/settings/support.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useStores } from '../../../kit/index.ts';
import { download } from '../../../kit/saveFile.ts';
import { useCommand } from '../../../kit/useCommand.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Button, ErrorBar, Time } from '../../../ui/index.ts';

/** Support file and crash dumps. */
export default function SupportSettings() {
  return (
    <LateTexts>
      <Offered />
    </LateTexts>
  );
}

function Offered() {
  const t = useT();
  const { label, run } = useCommand('support');
  return (
    <section
      aria-label={t('support.title')}
      className="grid gap-x-8 gap-y-2 border-line border-t py-5 md:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <h2 className="text-body font-semibold">{t('support.title')}</h2>
      <div className="flex min-w-0 flex-col items-start gap-3">
        <p className="phrases text-text-soft">{t('support.text')}</p>
        <Button onClick={run}>{label}</Button>
        <Crashes />
      </div>
    </section>
  );
}

function Crashes() {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const { busy, problem, attempt } = useProblem();
  const [dumps, setDumps] = useState<readonly CrashDump[]>([]);
  const look = async () => setDumps(await client.call('support.crashes'));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is shown
  useEffect(() => void attempt(look), []);

  const save = async (id: string) => {
    const saved = await attempt(() => client.call('support.saveCrash', { id }));
    if (saved?.value.kind === 'download') download(saved.value);
  };
  const remove = (id: string) =>
    attempt(async () => {
      await client.call('support.removeCrash', { id });
      await look();
    });
  if (dumps.length === 0) return problem && <ErrorBar error={problem} className="w-full" />;
  return (
    <>
      {problem && <ErrorBar error={problem} className="w-full" />}
      <p className="phrases">{t('support.crashes.text', { count: dumps.length })}</p>
      <ul className="flex w-full flex-col" aria-label={t('support.crashes.title')}>
        {dumps.map(({ id, at, size }) => {
          const time = format.dateTime(Date.parse(at));
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line border-t py-1.5"
            >
              <Time at={Date.parse(at)} absolute />
              <span className="tabular text-small text-text-soft">{format.bytes(size)}</span>
              <span className="ml-auto flex gap-2">
                <Button
                  busy={busy}
                  aria-label={t('support.crashes.saveNamed', { time })}
                  onClick={() => void save(id)}
                >
                  {t('support.save')}
                </Button>
                <Button
                  busy={busy}
                  aria-label={t('support.crashes.removeNamed', { time })}
                  onClick={() => void remove(id)}
                >
                  {t('common.delete')}
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
    </>
  );
}
