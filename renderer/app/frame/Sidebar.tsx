import { PanelLeftClose, PanelLeftOpen } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { countNotUp, useFollowed, useRoute, useStores, useSystem } from '../../kit/index.ts';
import { belowLine, type Screen, screenOf, screensAt } from '../../kit/screens.ts';
import { useCommand } from '../../kit/useCommand.ts';
import { useNarrow } from '../../kit/useNarrow.ts';
import { useResource } from '../../kit/useResource.ts';
import { cx, IconButton, KeyHint, Tooltip, VisuallyHidden } from '../../ui/index.ts';
import { SessionChip } from './SessionChip.tsx';
import { SystemSwitcher } from './SystemSwitcher.tsx';

interface EntryProps {
  readonly screen: Screen;
  readonly collapsed: boolean;
  /** A line stands above it. */
  readonly line: boolean;
  readonly count?: number | undefined;
  /** Describes the count, for screen readers and as a tooltip. */
  readonly countLabel?: string;
}

export function Entry({ screen, collapsed, line, count = 0, countLabel }: EntryProps) {
  const t = useT();
  const { route } = useStores();
  const current = useRoute().screen === screen;
  const { text, icon: Icon, keys } = screenOf(screen);
  const name = t(text);
  const full = count > 0 && countLabel ? `${name}, ${countLabel}` : name;
  return (
    <li className={cx(line && 'mt-1.5 border-line border-t pt-2')}>
      <Tooltip text={full} keys={keys} side="right">
        <button
          type="button"
          aria-current={current ? 'page' : undefined}
          onClick={() => route.go({ screen })}
          className={cx(
            'relative flex h-7.5 w-full items-center gap-2.5 rounded-control text-body',
            collapsed ? 'justify-center' : 'px-2.5',
            current
              ? 'bg-pressed font-medium text-text'
              : 'text-text-soft hover:bg-hover hover:text-text',
          )}
        >
          <Icon size={15} aria-hidden className={cx('shrink-0', current && 'text-accent-text')} />
          <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate text-left'}>
            {name}
          </span>
          {count > 0 && (
            <span
              aria-hidden
              className={cx(
                'tabular text-small font-medium text-text',
                collapsed &&
                  'absolute -top-0.5 right-0 min-w-4 rounded-full bg-raised px-1 text-center text-tiny leading-4 ring-1 ring-line-strong',
              )}
            >
              {count}
            </span>
          )}
          {count > 0 && <VisuallyHidden>, {countLabel}</VisuallyHidden>}
        </button>
      </Tooltip>
    </li>
  );
}

interface EntriesProps {
  readonly place: 'top' | 'bottom';
  readonly collapsed: boolean;
}

function Entries({ place, collapsed }: EntriesProps) {
  const counts = useCounts();
  const system = useSystem();
  const policy = useFollowed((stores) => stores.policy).value;
  const shown = screensAt(place, system, policy);
  const below = belowLine(shown);
  return (
    <ul className="flex flex-col gap-0.5">
      {shown.map((screen) => (
        <Entry
          key={screen}
          {...{ screen, collapsed, line: screen === below }}
          {...counts[screen]}
        />
      ))}
    </ul>
  );
}

/** Counts that ask the user to look at a screen. */
function useCounts(): Partial<Record<Screen, Pick<EntryProps, 'count' | 'countLabel'>>> {
  const t = useT();
  const down = countNotUp(useFollowed((stores) => stores.machines).value);
  const conversations = useFollowed((stores) => stores.conversations).value;
  const newer = useResource('updates', undefined).value?.marked === true ? 1 : 0;
  const system = useSystem();
  const ofSystem = system?.computeApi == null ? null : { systemId: system.id };
  const ended = useResource('unseenJobs', ofSystem).value?.count ?? 0;
  const waiting = useResource('programs', undefined).value?.requests.length ?? 0;
  const transfers = useResource('files', ofSystem === null ? null : undefined).value?.transfers;
  const asking = transfers?.filter(({ state }) => state === 'asks').length ?? 0;
  const servers = useResource('toolServers', undefined).value;
  const failed = servers?.filter(
    ({ state, systemId }) =>
      (state === 'retry' || state === 'failed') && (systemId ?? system?.id) === system?.id,
  ).length;
  const streaming = conversations?.filter((one) => one.streaming).length ?? 0;
  return {
    machines: { count: down, countLabel: t('frame.counts.notUp', { count: down }) },
    jobs: { count: ended, countLabel: t('frame.counts.ended', { count: ended }) },
    files: { count: asking, countLabel: t('frame.counts.asking', { count: asking }) },
    tools: { count: failed, countLabel: t('frame.counts.failed', { count: failed ?? 0 }) },
    chat: { count: streaming, countLabel: t('frame.counts.streaming', { count: streaming }) },
    programs: { count: waiting, countLabel: t('frame.counts.waiting', { count: waiting }) },
    settings: { count: newer, countLabel: t('frame.counts.newer') },
  };
}

/** Width, colour and edge of the sidebar. */
export const sidebarLook = (collapsed: boolean): string =>
  cx(
    'flex shrink-0 flex-col gap-2 overflow-x-hidden overflow-y-auto border-line border-r bg-sunken p-2',
    collapsed ? 'w-13' : 'w-50',
  );

/** Opens the command palette: a visible entry for those who do not know its key. */
function GoTo({ collapsed }: { readonly collapsed: boolean }) {
  const t = useT();
  const { icon: Icon, keys, run } = useCommand('palette');
  const name = t('frame.palette.goTo');
  if (collapsed) return <IconButton icon={Icon} label={name} keys={keys} onClick={run} />;
  return (
    <button
      type="button"
      onClick={run}
      className="flex h-7.5 w-full shrink-0 items-center gap-2.5 rounded-control px-2.5 text-body text-text-soft hover:bg-hover hover:text-text"
    >
      <Icon size={15} aria-hidden className="shrink-0" />
      <span className="min-w-0 flex-1 truncate text-left">{name}</span>
      {keys && (
        <span aria-hidden>
          <KeyHint keys={keys} className="text-text-faint" />
        </span>
      )}
    </button>
  );
}

/** System, screens, settings, session. Folds to icons on request and in a narrow window. */
export function Sidebar() {
  const t = useT();
  const fold = useCommand('sidebar');
  const narrow = useNarrow();
  const wished = useFollowed((stores) => stores.settings).value?.sidebarCollapsed ?? false;
  const collapsed = wished || narrow;
  const system = useSystem();
  // An API key alone is not a session.
  const mayHaveSession = system === null || system.webApiUrl !== '' || system.authUrl !== null;
  return (
    <aside className={sidebarLook(collapsed)} aria-label={t('frame.sidebar')}>
      <div className={cx('flex flex-col gap-0.5', collapsed && 'items-center')}>
        <SystemSwitcher collapsed={collapsed} />
        <GoTo collapsed={collapsed} />
      </div>
      <nav
        aria-label={t('frame.navigation')}
        className="flex flex-1 flex-col justify-between gap-2"
      >
        <Entries place="top" collapsed={collapsed} />
        <Entries place="bottom" collapsed={collapsed} />
      </nav>
      <div
        className={cx(
          'flex items-center gap-0.5 border-line border-t pt-2',
          collapsed && 'flex-col',
        )}
      >
        {mayHaveSession && <SessionChip collapsed={collapsed} />}
        {!narrow && (
          <IconButton
            icon={wished ? PanelLeftOpen : PanelLeftClose}
            label={t(wished ? 'frame.unfold' : 'frame.fold')}
            keys={fold.keys}
            onClick={fold.run}
          />
        )}
      </div>
    </aside>
  );
}
