import { ChevronsUpDown, FlaskConical, Server } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import type { CommandId } from '../../kit/commands/declared.ts';
import { isDemo, useFollowed, useStores, useSystem, worstState } from '../../kit/index.ts';
import { type CommandControl, useCommand } from '../../kit/useCommand.ts';
import { Badge, cx, Menu, type MenuItem, StateMark, VisuallyHidden } from '../../ui/index.ts';

const itemOf = (id: CommandId, { run, ...words }: CommandControl) => ({
  id,
  ...words,
  onSelect: run,
});

/** The system that the screens show, with its worst machine; the menu switches and manages systems. */
export function SystemSwitcher({ collapsed }: { readonly collapsed: boolean }) {
  const t = useT();
  const { client, systems } = useStores();
  const add = useCommand('add-system');
  const doctor = useCommand('doctor');
  const edit = useCommand('edit-system');
  const remove = useCommand('remove-system');
  const save = useCommand('save-system');
  const list = useFollowed((stores) => stores.systems).value?.systems ?? [];
  const worst = worstState(useFollowed((stores) => stores.machines).value);
  const system = useSystem();
  const name = system?.name ?? t('frame.system.none');
  const ofDemo = system !== null && isDemo(system);

  const items: MenuItem[] = [
    { heading: t('frame.palette.systems') },
    ...list.map((one) => ({
      id: one.id,
      label: one.name,
      note: isDemo(one) ? t('frame.system.demo') : one.webApiUrl || (one.genaiUrl ?? ''),
      icon: isDemo(one) ? FlaskConical : Server,
      checked: one.id === system?.id,
      onSelect: () => void systems.carryOut(() => client.call('systems.select', { id: one.id })),
    })),
    'separator',
    itemOf('add-system', add),
    ...(list.some(isDemo)
      ? []
      : [
          {
            id: 'demo',
            label: t('frame.system.openDemo'),
            icon: FlaskConical,
            onSelect: () => void systems.carryOut(() => client.call('systems.openDemo')),
          },
        ]),
    ...(system
      ? ([
          'separator',
          itemOf('doctor', doctor),
          itemOf('edit-system', edit),
          ...(ofDemo ? [] : [itemOf('save-system', save)]),
          { ...itemOf('remove-system', remove), danger: true },
        ] satisfies MenuItem[])
      : []),
  ];

  return (
    <Menu
      items={items}
      label={t('frame.palette.systems')}
      trigger={
        <button
          type="button"
          className={cx(
            'flex h-9 w-full shrink-0 items-center gap-2 rounded-control text-body font-semibold hover:bg-hover data-[state=open]:bg-pressed',
            collapsed ? 'justify-center' : 'px-2.5',
          )}
        >
          <StateMark state={worst} silent />
          <span className={collapsed ? 'sr-only' : 'min-w-0 truncate'}>{name}</span>
          {ofDemo && !collapsed && <Badge tone="accent">{t('frame.system.demoBadge')}</Badge>}
          <VisuallyHidden>
            {t('frame.system.switcher', { state: t(`common.state.${worst}`) })}
          </VisuallyHidden>
          {!collapsed && (
            <ChevronsUpDown size={13} aria-hidden className="ml-auto shrink-0 text-text-faint" />
          )}
        </button>
      }
    />
  );
}
