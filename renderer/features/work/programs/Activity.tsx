import { Download } from 'lucide-react';
import type { ProgramCall } from '../../../../preload/contract/work/programs.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient } from '../../../kit/index.ts';
import { download } from '../../../kit/saveFile.ts';
import type { Attempt } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, type Column, Table, Time, useToasts } from '../../../ui/index.ts';

/** What the programs called: never the content. */
export function Activity({ attempt }: { readonly attempt: Attempt }) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const calls = useResource('programCalls', undefined).value ?? [];
  const save = async () => {
    const saved = await attempt(() => client.call('programCalls.exportFile', undefined));
    if (saved?.value.kind === 'download') download(saved.value);
    if (saved?.value.kind === 'saved') toasts.show({ text: t('programs.activity.saved') });
  };
  const columns: Column<ProgramCall>[] = [
    {
      id: 'time',
      title: t('programs.activity.time'),
      width: '9rem',
      cell: ({ at }) => <Time calm at={Date.parse(at)} />,
    },
    {
      id: 'program',
      title: t('programs.list.program'),
      width: '12rem',
      cell: ({ program }) => <span className="block truncate">{program}</span>,
    },
    {
      id: 'call',
      title: t('programs.activity.call'),
      cell: ({ call }) => <span className="block truncate font-mono text-mono">{call}</span>,
    },
    {
      id: 'outcome',
      title: t('programs.activity.outcome'),
      width: '12rem',
      cell: ({ outcome, status }) => t(`programs.activity.${outcome}`, { status }),
    },
  ];
  return (
    <section aria-labelledby="programs-activity" className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 id="programs-activity" className="text-heading font-semibold">
          {t('programs.activity.title')}
        </h2>
        <p className="phrases min-w-0 flex-1 text-small text-text-soft">
          {t('programs.activity.text')}
        </p>
        {calls.length > 0 && (
          <Button size="small" icon={Download} onClick={() => void save()}>
            {t('programs.activity.export')}
          </Button>
        )}
      </div>
      <Table
        label={t('programs.activity.title')}
        columns={columns}
        rows={calls}
        rowKey={({ id }) => String(id)}
        empty={<p className="px-3 py-4 text-text-soft">{t('programs.activity.none')}</p>}
      />
    </section>
  );
}
