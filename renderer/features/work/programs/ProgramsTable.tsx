import type { Program } from '../../../../preload/contract/work/programs.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient, useFollowed, useStores } from '../../../kit/index.ts';
import type { Attempt } from '../../../kit/useProblem.ts';
import { Badge, Button, type Column, Table, Time, useNow, useToasts } from '../../../ui/index.ts';

interface ProgramsTableProps {
  readonly programs: readonly Program[];
  readonly attempt: Attempt;
  readonly onOpen: (program: Program) => void;
  /** Shows the lines to paste into it. */
  readonly onSetUp: (program: Program) => void;
}

/** A row for each key: what it may use, its end, its last use. */
export function ProgramsTable({ programs, attempt, onOpen, onSetUp }: ProgramsTableProps) {
  const t = useT();
  const stores = useStores();
  const systems = useFollowed(() => stores.systems).value?.systems ?? [];
  const columns: Column<Program>[] = [
    {
      id: 'program',
      title: t('programs.list.program'),
      sortBy: ({ name }) => name,
      cell: ({ name, systemId, reportedName }) => (
        <span className="flex min-w-0 flex-col">
          <span className="truncate font-medium">{name}</span>
          <span className="truncate text-small text-text-soft">
            {systems.find(({ id }) => id === systemId)?.name}
          </span>
          {reportedName !== null && (
            <span className="text-small break-words text-text-soft">
              {t('programs.list.reported', { name: reportedName })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'mayUse',
      title: t('programs.list.mayUse'),
      width: '11rem',
      cell: (program) => <MayUse program={program} />,
    },
    {
      id: 'until',
      title: t('programs.list.until'),
      width: '9rem',
      cell: (program) => <Until program={program} />,
    },
    {
      id: 'lastUsed',
      title: t('programs.list.lastUsed'),
      width: '9rem',
      wideOnly: true,
      sortBy: ({ lastUsedAt }) => (lastUsedAt === null ? null : Date.parse(lastUsedAt)),
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? t('programs.list.never') : <Time calm at={Date.parse(lastUsedAt)} />,
    },
    {
      id: 'actions',
      title: t('programs.list.actions'),
      width: '13rem',
      align: 'end',
      control: true,
      cell: (program) => (
        <span className="flex flex-wrap justify-end gap-1">
          {program.ended === null && (
            <Button size="small" variant="quiet" onClick={() => onSetUp(program)}>
              {t('programs.list.setUp')}
            </Button>
          )}
          <End program={program} attempt={attempt} />
        </span>
      ),
    },
  ];
  return (
    <section aria-label={t('programs.list.title')}>
      <Table
        label={t('programs.list.title')}
        columns={columns}
        rows={programs}
        rowKey={({ id }) => id}
        onOpen={onOpen}
      />
    </section>
  );
}

function MayUse({ program }: { readonly program: Program }) {
  const t = useT();
  const { paths, models, readOnly, conversations } = program;
  return (
    <span className="flex flex-wrap gap-1">
      {paths.includes('v1') &&
        (models ?? [t('programs.paths.v1')])
          .slice(0, 3)
          .map((model) => <Badge key={model}>{model}</Badge>)}
      {paths.includes('mcp') && <Badge>{t('programs.paths.mcp')}</Badge>}
      {paths.includes('mcp') && !readOnly && <Badge>{t('programs.submitsJobs')}</Badge>}
      {conversations && <Badge>{t('programs.readsConversations')}</Badge>}
      {paths.includes('web-api') && (
        <Badge>{readOnly ? t('programs.readsOnly') : t('programs.paths.web-api')}</Badge>
      )}
    </span>
  );
}

function Until({ program }: { readonly program: Program }) {
  const t = useT();
  const now = useNow();
  const { ended, endsAt } = program;
  if (ended === 'revoked') return <Badge tone="trouble">{t('programs.list.revoked')}</Badge>;
  if (ended === 'port') return <Badge tone="trouble">{t('programs.list.portLost')}</Badge>;
  if (endsAt === null) return t('programs.list.noEnd');
  if (Date.parse(endsAt) <= now) return <Badge tone="warning">{t('programs.list.over')}</Badge>;
  return <Time absolute at={Date.parse(endsAt)} />;
}

/** Revokes at once, with an undo; a key that has ended can be removed. */
function End({ program, attempt }: { readonly program: Program; readonly attempt: Attempt }) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const { id, name, ended } = program;
  const revoke = async () => {
    const done = await attempt(() => client.call('programs.revoke', { id }));
    if (done === null) return;
    toasts.show({
      text: t('programs.list.revokedToast', { name }),
      undo: () => void attempt(() => client.call('programs.restore', { id })),
    });
  };
  if (ended === null) {
    return (
      <Button size="small" onClick={() => void revoke()}>
        {t('programs.list.revoke')}
      </Button>
    );
  }
  return (
    <Button
      size="small"
      variant="quiet"
      onClick={() => void attempt(() => client.call('programs.remove', { id }))}
    >
      {t('programs.list.remove')}
    </Button>
  );
}
