import { FileInput, Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { LockNote, useLocked } from '../../../../kit/bars/PolicyBar.tsx';
import { useFollowed, useRoute, useStores } from '../../../../kit/index.ts';
import { useOffer } from '../../../../kit/useCommand.ts';
import { useResource } from '../../../../kit/useResource.ts';
import {
  Button,
  type Column,
  EmptyState,
  ErrorBar,
  onDemand,
  ScreenTitle,
  Spinner,
  Table,
} from '../../../../ui/index.ts';
import { DescriptionCost } from './DescriptionCost.tsx';
import { Health, HealthMark } from './health.tsx';
import { needsLook, rowsOf, type ServerRow } from './rows.ts';
import { ServerPanel } from './ServerPanel.tsx';
import { shortWhere } from './target.ts';

const ServerForm = onDemand(() => import('./ServerForm.tsx'));
const ImportDialog = onDemand(() => import('./ImportDialog.tsx'));

/** All servers with their health, and beside them the open one. */
export function ServersList() {
  const t = useT();
  const { route } = useStores();
  const place = useRoute();
  const openId = place.screen === 'tools' ? (place.server ?? null) : null;
  const { value: servers, problem } = useResource('toolServers', undefined);
  const { value: tools, problem: toolsProblem } = useResource('tools', undefined);
  const locked = useLocked('noExternalTools');
  const [adding, setAdding] = useState<'form' | 'file' | null>(null);
  const rows = useMemo(() => rowsOf(servers ?? [], tools ?? []), [servers, tools]);
  const opened = rows.find(({ id }) => id === openId);
  const open = (id: string | null) =>
    route.replace({ screen: 'tools', ...(id !== null && { server: id }) });
  useOffer('add-tool-server', locked ? null : () => setAdding('form'));
  const trouble = problem ?? toolsProblem;
  const loaded = servers !== null && tools !== null;
  return (
    <div className="relative flex h-full">
      <div className="flex min-w-0 flex-1 flex-col">
        <ScreenTitle
          title={t('frame.screens.tools')}
          state={loaded && <Summary rows={rows} />}
          action={!locked && <Actions onAdd={setAdding} />}
        />
        <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-3 pb-4">
          {trouble && <ErrorBar error={trouble} className="mx-3" />}
          {locked && (
            <div className="mx-3 rounded-control bg-sunken px-3 py-2">
              <p className="phrases">{t('toolServers.locked')}</p>
              <LockNote />
            </div>
          )}
          {loaded ? (
            <>
              <Rows rows={rows} openId={opened?.id ?? null} onOpen={open} />
              <DescriptionCost rows={rows} />
            </>
          ) : (
            trouble === null && (
              <div className="flex justify-center py-12">
                <Spinner size={24} label={t('toolServers.loading')} />
              </div>
            )
          )}
          {servers?.length === 0 && !locked && (
            <EmptyState title={t('toolServers.none.title')}>
              {t('toolServers.none.text')}
            </EmptyState>
          )}
        </div>
      </div>
      {opened && <ServerPanel key={opened.id} row={opened} onClose={() => open(null)} />}
      {adding === 'form' && (
        <ServerForm
          server={null}
          onClose={(id) => {
            setAdding(null);
            if (id !== null) open(id);
          }}
        />
      )}
      {adding === 'file' && <ImportDialog onClose={() => setAdding(null)} />}
    </div>
  );
}

function Summary({ rows }: { readonly rows: readonly ServerRow[] }) {
  const t = useT();
  const look = rows.filter(needsLook).length;
  const servers = rows.filter(({ server }) => server !== null).length;
  const parts = [
    ...(servers > 0 ? [t('toolServers.count', { count: servers })] : []),
    t('toolServers.tools', { count: rows.reduce((sum, { tools }) => sum + tools.length, 0) }),
    ...(look > 0 ? [t('toolServers.look', { count: look })] : []),
  ];
  return <span className="tabular">{parts.join(' · ')}</span>;
}

function Actions({ onAdd }: { readonly onAdd: (how: 'form' | 'file') => void }) {
  const t = useT();
  return (
    <span className="flex flex-wrap gap-2">
      <Button icon={FileInput} onClick={() => onAdd('file')}>
        {t('toolServers.import.action')}
      </Button>
      <Button variant="primary" icon={Plus} onClick={() => onAdd('form')}>
        {t('toolServers.add')}
      </Button>
    </span>
  );
}

function Rows(props: {
  readonly rows: readonly ServerRow[];
  readonly openId: string | null;
  readonly onOpen: (id: string | null) => void;
}) {
  const { rows, openId, onOpen } = props;
  const t = useT();
  const systems = useFollowed((stores) => stores.systems).value?.systems;
  const systemName = (id: string | null | undefined): string =>
    (id == null ? null : systems?.find((one) => one.id === id)?.name) ??
    t('toolServers.allSystems');
  const columns: Column<ServerRow>[] = [
    {
      id: 'server',
      title: t('toolServers.server'),
      cell: ({ server, tools: _tools, ...row }) => (
        <span className="flex items-center gap-3">
          <HealthMark server={server} {...row} />
          <span className="min-w-0">
            <span className="block truncate leading-4.5 font-medium">
              {server?.name ?? 'Compute Desk'}
            </span>
            <span className="block truncate text-small leading-4 text-text-soft">
              {server === null ? t('toolServers.builtIn') : shortWhere(server.target)}
            </span>
          </span>
        </span>
      ),
    },
    // the panel says it too, and leaves little room beside itself
    ...(openId === null
      ? [
          {
            id: 'for',
            title: t('toolServers.for'),
            width: '8rem',
            wideOnly: true,
            cell: ({ server }: ServerRow) => systemName(server?.systemId),
          },
        ]
      : []),
    {
      id: 'health',
      title: t('toolServers.health'),
      width: '14rem',
      wideOnly: openId !== null,
      cell: ({ server, changed }) => <Health server={server} changed={changed} />,
    },
    {
      id: 'tools',
      title: t('frame.screens.tools'),
      width: '5rem',
      align: 'end',
      cell: ({ tools }) => tools.length,
    },
  ];
  return (
    <Table
      label={t('toolServers.servers')}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      openKey={openId}
      onOpen={({ id }) => onOpen(id === openId ? null : id)}
    />
  );
}
