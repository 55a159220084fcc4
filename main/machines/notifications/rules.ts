import type { NotificationRule } from '../../../preload/contract/machines/notifications.ts';

/** The notification rule of one subject. */
export type SubjectRule = Pick<
  NotificationRule,
  'states' | 'recovery' | 'unreachable' | 'seen' | 'of'
>;

/** Machines of one name are distinguished by their order, from 0. */
interface Numbered {
  readonly name: string;
  readonly nth: number;
}

/** Returns the rule for each machine: its own, else its group's, else that for all. */
export function subjectRules(
  rule: NotificationRule,
  groupOf: (machine: Numbered) => string,
): (machine: Numbered) => SubjectRule {
  if (rule.machines.length === 0 && rule.groups.length === 0) return () => rule;
  const key = ({ name, nth }: Numbered): string => `${nth} ${name}`;
  const machines = new Map(rule.machines.map((one) => [key(one), one.states]));
  const groups = new Map(rule.groups.map(({ name, states }) => [name, states]));
  return (machine) => {
    const states = machines.get(key(machine)) ?? groups.get(groupOf(machine));
    return states === undefined ? rule : { ...rule, states };
  };
}
