import { Ellipsis, Play, Square, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ToolServer } from '../../../../../preload/contract/chat/tool-servers.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import {
  Badge,
  Button,
  ConfirmDialog,
  ErrorBar,
  Facts,
  IconButton,
  Menu,
  onDemand,
} from '../../../../ui/index.ts';
import { Health, HealthMark, wantsSignIn } from './health.tsx';
import type { ServerRow } from './rows.ts';
import { ServerLog } from './ServerLog.tsx';
import { ServerSignIn } from './ServerSignIn.tsx';
import { ServerTools } from './ServerTools.tsx';
import { whereOf } from './target.ts';

const ServerForm = onDemand(() => import('./ServerForm.tsx'));

interface ServerPanelProps {
  readonly row: ServerRow;
  readonly onClose: () => void;
}

/** One server beside the others: its state, what it is, its tools with their permissions, and its log. */
export function ServerPanel({ row, onClose }: ServerPanelProps) {
  const t = useT();
  const { server, tools, changed } = row;
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      // return the focus to the row if it was in here
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <section
      aria-label={t('toolServers.panel', { name: server?.name ?? 'Compute Desk' })}
      onKeyDown={(event) => {
        const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && inside) onClose();
      }}
      className="flex w-120 shrink-0 flex-col border-line border-l bg-surface max-[68.75rem]:w-104 max-[44rem]:absolute max-[44rem]:inset-0 max-[44rem]:z-20 max-[44rem]:w-full"
    >
      <Header row={row} onClose={onClose} />
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-4 pb-4">
        <p className="flex items-center gap-2">
          <HealthMark server={server} changed={changed} />
          <Health server={server} changed={changed} />
        </p>
        {server?.problem && !wantsSignIn(server) && <ErrorBar error={server.problem} />}
        {server?.signIn && <ServerSignIn server={server} signIn={server.signIn} />}
        {server === null ? (
          <p className="phrases text-text-soft">{t('toolServers.builtInText')}</p>
        ) : (
          <ServerFacts server={server} />
        )}
        <ServerTools server={server} tools={tools} />
        {server !== null && <ServerLog server={server} />}
      </div>
    </section>
  );
}

function Header({ row, onClose }: ServerPanelProps) {
  const t = useT();
  const { client } = useStores();
  const { problem, busy, attempt, forget } = useProblem();
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const { server } = row;
  return (
    <header className="flex shrink-0 flex-col gap-2 px-4 pt-3 pb-3">
      <div className="flex items-center gap-1">
        <h2 className="mr-1 min-w-0 truncate text-heading font-semibold">
          {server?.name ?? 'Compute Desk'}
        </h2>
        {server?.running && (
          <Badge>{t('toolServers.mcp', { protocol: server.running.protocol })}</Badge>
        )}
        <span className="ml-auto" />
        {server !== null && (
          <>
            <StartStop server={server} busy={busy} attempt={attempt} />
            <Menu
              align="end"
              trigger={<IconButton icon={Ellipsis} label={t('toolServers.more')} />}
              items={[
                { id: 'edit', label: t('toolServers.edit'), onSelect: () => setDialog('edit') },
                {
                  id: 'remove',
                  label: t('toolServers.remove.action'),
                  danger: true,
                  onSelect: () => setDialog('remove'),
                },
              ]}
            />
          </>
        )}
        <IconButton icon={X} label={t('common.close')} keys="escape" onClick={onClose} />
      </div>
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      {dialog === 'edit' && server !== null && (
        <ServerForm server={server} onClose={() => setDialog(null)} />
      )}
      {dialog === 'remove' && server !== null && (
        <ConfirmDialog
          open
          danger
          title={t('toolServers.remove.title', { name: server.name })}
          confirmLabel={t('toolServers.remove.confirm')}
          onConfirm={async () => {
            await client.call('toolServers.remove', { id: server.id });
            onClose();
          }}
          onClose={() => setDialog(null)}
        >
          {t('toolServers.remove.text')}
        </ConfirmDialog>
      )}
    </header>
  );
}

function StartStop(props: {
  readonly server: ToolServer;
  readonly busy: boolean;
  readonly attempt: ReturnType<typeof useProblem>['attempt'];
}) {
  const { server, busy, attempt } = props;
  const t = useT();
  const { client } = useStores();
  const { id, state } = server;
  const ends = state === 'running' || state === 'starting' || state === 'retry';
  return ends ? (
    <Button
      size="small"
      icon={Square}
      onClick={() => void attempt(() => client.call('toolServers.stop', { id }))}
    >
      {t('toolServers.stop')}
    </Button>
  ) : (
    <Button
      size="small"
      icon={Play}
      busy={busy}
      onClick={() => void attempt(() => client.call('toolServers.start', { id }))}
    >
      {t('toolServers.start')}
    </Button>
  );
}

function ServerFacts({ server }: { readonly server: ToolServer }) {
  const t = useT();
  const format = useFormat();
  const { target, program, running } = server;
  const mono = (text: string) => (
    <span dir="ltr" className="font-mono text-mono">
      {text}
    </span>
  );
  const secrets = target.kind === 'stdio' ? target.environment : target.headers;
  const items = [
    {
      label: t(target.kind === 'stdio' ? 'toolServers.form.command' : 'toolServers.form.url'),
      value: mono(whereOf(target)),
    },
    ...(target.kind === 'stdio' && target.folder !== null
      ? [{ label: t('toolServers.form.folder'), value: mono(target.folder) }]
      : []),
    ...(secrets.length > 0
      ? [
          {
            label: t(
              target.kind === 'stdio' ? 'toolServers.form.environment' : 'toolServers.form.headers',
            ),
            value: mono(secrets.map((name) => `${name} ••••`).join('\n')),
          },
        ]
      : []),
    ...(program === null
      ? []
      : [{ label: t('toolServers.program'), value: mono(`sha256 ${short(program)}`) }]),
    ...(target.kind === 'stdio'
      ? [{ label: t('toolServers.sandbox'), value: t('toolServers.noSandbox') }]
      : []),
    ...(running === null
      ? []
      : [
          {
            label: t('toolServers.process'),
            value: [
              ...(running.pid === null ? [] : [t('toolServers.pid', { pid: String(running.pid) })]),
              t('toolServers.since', { time: format.time(Date.parse(running.since), Date.now()) }),
              running.says,
            ].join(' · '),
          },
        ]),
  ];
  return <Facts items={items} />;
}

/** The ends of a fingerprint. */
const short = (hash: string): string =>
  hash.length <= 20 ? hash : `${hash.slice(0, 8)}…${hash.slice(-8)}`;
