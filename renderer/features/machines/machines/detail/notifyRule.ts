import type { MachineState } from '../../../../../preload/contract/machines/machine-states.ts';
import type { NotificationRule } from '../../../../../preload/contract/machines/notifications.ts';

/** A machine by its name; machines of one name are distinguished by their order, from 0. */
interface Numbered {
  readonly name: string;
  readonly nth: number;
}

const notUp: MachineState[] = ['down', 'degraded', 'maintenance', 'unknown'];

const others = (rule: NotificationRule, { name, nth }: Numbered) =>
  rule.machines.filter((one) => one.name !== name || one.nth !== nth);

/** Whether a state of the machine causes notifications: by its own rule, else its group's, else that for all. */
export function isNotified(rule: NotificationRule, machine: Numbered, group: string): boolean {
  const own = rule.machines.find(({ name, nth }) => name === machine.name && nth === machine.nth);
  const ofGroup = rule.groups.find(({ name }) => name === group);
  const states = own?.states ?? ofGroup?.states ?? rule.states;
  return rule.on && states.length > 0;
}

/** Adds all changes of the machine, and no others: a rule that was off causes no notifications of its own. */
export function withMachine(rule: NotificationRule, machine: Numbered): NotificationRule {
  const { name, nth } = machine;
  const on = { ...rule, on: true, recovery: true };
  const own = { name, nth, states: notUp };
  return rule.on
    ? { ...on, machines: [...others(rule, machine), own] }
    : { ...on, states: [], unreachable: false, groups: [], machines: [own] };
}

/** Leaves the machine out; without anything else to notify of, notifications are off. */
export function withoutMachine(rule: NotificationRule, machine: Numbered): NotificationRule {
  const { name, nth } = machine;
  const machines = [...others(rule, machine), { name, nth, states: [] }];
  const next = { ...rule, machines };
  const rest = [next, ...next.groups, ...machines].some(({ states }) => states.length > 0);
  return rest || rule.unreachable ? next : { ...next, on: false };
}
