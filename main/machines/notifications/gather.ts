import type {
  MachineChange,
  NotificationRule,
} from '../../../preload/contract/machines/notifications.ts';

/** More changes at once are combined into one notification. */
const mostAtOnce = 3;

/** Groups changes of one moment into notifications: each by itself, or all together if there are many. */
export function gather(changes: readonly MachineChange[]): MachineChange[][] {
  if (changes.length === 0) return [];
  return changes.length > mostAtOnce ? [[...changes]] : changes.map((change) => [change]);
}

/** Returns the notifications after quiet hours, in order: each machine's final state. */
export function afterQuiet(held: readonly (readonly MachineChange[])[]): MachineChange[] {
  const last = new Map<string, MachineChange>();
  for (const change of held.flat()) {
    const key = JSON.stringify(change.job === undefined ? change.machine : [change.job.key]);
    last.delete(key);
    last.set(key, change);
  }
  return [...last.values()];
}

/** @param minute of the day */
export function isQuiet({ quiet }: NotificationRule, minute: number): boolean {
  if (quiet === null) return false;
  const { from, to } = quiet;
  return from <= to ? minute >= from && minute < to : minute >= from || minute < to;
}
