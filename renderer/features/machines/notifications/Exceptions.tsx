import type { MachineState } from '../../../../preload/contract/machines/machines.ts';
import type { NotificationRule } from '../../../../preload/contract/machines/notifications.ts';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores } from '../../../kit/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Select } from '../../../ui/index.ts';

interface ExceptionsProps {
  readonly systemId: string;
  readonly rule: NotificationRule;
  readonly onRule: (rule: NotificationRule) => void;
}

/** Maximum machines offered one by one; beyond that, use groups. */
const mostMachines = 100;

const choices = {
  never: [],
  down: ['down'],
  troubled: ['down', 'degraded'],
  any: ['down', 'degraded', 'maintenance', 'unknown'],
} as const satisfies Record<string, readonly MachineState[]>;
type Choice = keyof typeof choices;
const names = ['never', 'down', 'troubled', 'any'] as const satisfies readonly Choice[];

/** Groups and machines with rules of their own. */
export function Exceptions({ systemId, rule, onRule }: ExceptionsProps) {
  const t = useT();
  const { machines } = useStores();
  const known = useFollowed(() => machines).value?.machines ?? [];
  const chosen = useResource('machineChoices', { systemId }).value?.machines ?? [];
  const used = chosen.map(({ group }) => group).filter((group) => group !== '');
  const groups = [...new Set([...used, ...rule.groups.map(({ name }) => name)])].sort();
  const all = [...new Set(known.map(({ name }) => name))].slice(0, mostMachines);
  const groupOf = (name: string) => chosen.find((one) => one.name === name)?.group ?? '';
  const nths = (name: string) => known.filter((one) => one.name === name).map((_, nth) => nth);
  return (
    <>
      {groups.length > 0 && (
        <Part
          label={t('notices.groups')}
          rows={groups.map((name) => ({
            name,
            usual: t('notices.special.usual'),
            states: rule.groups.find((one) => one.name === name)?.states ?? null,
          }))}
          onChoice={(name, states) => {
            const others = rule.groups.filter((one) => one.name !== name);
            onRule({ ...rule, groups: states === null ? others : [...others, { name, states }] });
          }}
        />
      )}
      {all.length > 0 && (
        <Part
          label={t('notices.machines')}
          rows={all.map((name) => ({
            name,
            usual: groupOf(name) === '' ? t('notices.special.usual') : t('notices.special.group'),
            states: rule.machines.find((one) => one.name === name)?.states ?? null,
          }))}
          onChoice={(name, states) => {
            const others = rule.machines.filter((one) => one.name !== name);
            const own = states === null ? [] : nths(name).map((nth) => ({ name, nth, states }));
            onRule({ ...rule, machines: [...others, ...own] });
          }}
        />
      )}
    </>
  );
}

interface PartProps {
  readonly label: string;
  readonly rows: readonly {
    readonly name: string;
    /** The rule without an exception. */
    readonly usual: string;
    readonly states: readonly MachineState[] | null;
  }[];
  readonly onChoice: (name: string, states: MachineState[] | null) => void;
}

function Part({ label, rows, onChoice }: PartProps) {
  const t = useT();
  return (
    <fieldset className="w-full max-w-lg">
      <legend className="mb-1 font-semibold">{label}</legend>
      <div className="flex flex-col gap-1 py-0.5">
        {rows.map(({ name, usual, states }) => {
          const choice = states === null ? 'usual' : choiceOf(states);
          return (
            <div key={name} className="flex items-center gap-3">
              <span aria-hidden className="min-w-0 flex-1 truncate">
                {name}
              </span>
              <Select
                label={name}
                labelHidden
                className="w-56 shrink-0"
                value={choice}
                options={[
                  { value: 'usual', label: usual },
                  ...names.map((value) => ({ value, label: t(`notices.special.${value}`) })),
                  ...(choice === 'other'
                    ? [{ value: choice, label: t('notices.special.other') } as const]
                    : []),
                ]}
                onValueChange={(value) => {
                  if (value === 'other') return;
                  onChoice(name, value === 'usual' ? null : [...choices[value]]);
                }}
              />
            </div>
          );
        })}
      </div>
    </fieldset>
  );
}

function choiceOf(states: readonly MachineState[]): Choice | 'other' {
  const wanted = [...states].sort().join();
  return names.find((name) => [...choices[name]].sort().join() === wanted) ?? 'other';
}
