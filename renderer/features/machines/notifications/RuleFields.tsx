import type { NotificationRule } from '../../../../preload/contract/machines/notifications.ts';
import { useT } from '../../../i18n/index.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Checkbox, Select } from '../../../ui/index.ts';
import { Exceptions } from './Exceptions.tsx';

interface RuleProps {
  readonly systemId: string;
  readonly rule: NotificationRule;
  readonly onRule: (rule: NotificationRule) => void;
}

const states = ['down', 'degraded', 'maintenance', 'unknown'] as const;
const counts = { once: [1, 1], twice: [2, 3], often: [3, 5] } as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour * 60);
const night = { from: 22 * 60, to: 7 * 60 };

export function RuleFields({ systemId, rule, onRule }: RuleProps) {
  const t = useT();
  const change = (part: Partial<NotificationRule>) => onRule({ ...rule, ...part });
  const counted = (['once', 'twice', 'often'] as const).find(
    (name) => counts[name][0] === rule.seen && counts[name][1] === rule.of,
  );
  return (
    <>
      <fieldset className="flex flex-col gap-1">
        <legend className="mb-1 font-semibold">{t('notices.when')}</legend>
        {states.map((state) => (
          <Checkbox
            key={state}
            label={t(`notices.states.${state}`)}
            checked={rule.states.includes(state)}
            onCheckedChange={(on) =>
              change({ states: states.filter((s) => (s === state ? on : rule.states.includes(s))) })
            }
          />
        ))}
        <Checkbox
          label={t('notices.recovery')}
          checked={rule.recovery}
          onCheckedChange={(recovery) => change({ recovery })}
        />
        <Checkbox
          label={t('notices.unreachable')}
          checked={rule.unreachable}
          onCheckedChange={(unreachable) => change({ unreachable })}
        />
      </fieldset>
      <Exceptions systemId={systemId} rule={rule} onRule={onRule} />
      <Select
        label={t('notices.seen.label')}
        value={counted ?? 'twice'}
        options={[
          { value: 'once', label: t('notices.seen.once') },
          { value: 'twice', label: t('notices.seen.twice') },
          { value: 'often', label: t('notices.seen.often') },
        ]}
        onValueChange={(name) => change({ seen: counts[name][0], of: counts[name][1] })}
      />
      <Quiet rule={rule} onRule={onRule} />
      <Switch
        label={t('notices.sound')}
        checked={rule.sound}
        onCheckedChange={(sound) => change({ sound })}
      />
    </>
  );
}

function Quiet({ rule, onRule }: Omit<RuleProps, 'systemId'>) {
  const t = useT();
  const { quiet } = rule;
  const set = (part: Partial<typeof night>) =>
    onRule({ ...rule, quiet: { ...night, ...quiet, ...part } });
  const options = [...new Set([...hours, quiet?.from ?? 0, quiet?.to ?? 0])]
    .sort((a, b) => a - b)
    .map((minute) => ({ value: String(minute), label: clock(minute) }));
  return (
    <div className="flex flex-col items-start gap-2">
      <Switch
        label={t('notices.quiet')}
        checked={quiet !== null}
        onCheckedChange={(on) => onRule({ ...rule, quiet: on ? night : null })}
      />
      <p className="phrases text-small text-text-soft">{t('notices.quietHint')}</p>
      {quiet && (
        <div className="flex gap-3">
          <Select
            label={t('notices.from')}
            value={String(quiet.from)}
            options={options}
            onValueChange={(from) => set({ from: Number(from) })}
          />
          <Select
            label={t('notices.to')}
            value={String(quiet.to)}
            options={options}
            onValueChange={(to) => set({ to: Number(to) })}
          />
        </div>
      )}
    </div>
  );
}

/** 0 is 00:00. */
function clock(minute: number): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}
