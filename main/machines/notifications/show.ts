import type { Language } from '../../../common/texts/language.ts';
import { encodePart } from '../../../common/texts/percent-encode.ts';
import type { Emit } from '../../../preload/contract/index.ts';
import type {
  MachineChange,
  MachineNotification,
  NotificationRule,
} from '../../../preload/contract/machines/notifications.ts';
import type { SystemNotifications } from '../../base/host.ts';
import type { SystemOperations } from '../../systems/list/types.ts';
import { notificationText } from './texts.ts';

export interface ShowDeps {
  readonly systems: Pick<SystemOperations, 'get' | 'select'>;
  /** Shows notifications if the host does, with or without windows; windows show them if absent. */
  readonly own?: SystemNotifications | undefined;
  /** For notifications of the host. */
  readonly language: () => Language;
  readonly emit: Emit;
}

/** Shows notifications in the host, or in the windows if the host cannot. */
export function createShow(
  { own, systems, emit, language }: ShowDeps,
  ruleOf: (systemId: string) => NotificationRule,
) {
  /** Whether the operating system failed to show the last notification that it reported on. */
  let failed = false;

  /** Shows it in the host or in the windows, not both. */
  function show(notification: MachineNotification): void {
    const { systemId, changes } = notification;
    const { sound } = ruleOf(systemId);
    if (own === undefined) {
      emit('notifications.show', { notification, sound });
      return;
    }
    const { name } = systems.get(systemId);
    const [first] = changes;
    const only = changes.length === 1 ? first?.machine?.name : undefined;
    own.show({
      ...notificationText(notification, name, language()),
      sound,
      place: first?.job === undefined ? machinePlace(only) : jobPlace(changes),
      clicked: () => systems.select(systems.get(systemId).id),
      settled(shown) {
        if (failed !== shown) return;
        failed = !shown;
        emit('notifications.changed', { systemId });
      },
    });
  }

  return { show, failed: () => failed };
}

/** Returns the fragment of the page's address for a machine, or for all. */
export function machinePlace(machine?: string): string {
  return machine ? `#/machines/${encodePart(machine)}` : '#/machines';
}

/** Returns the fragment of the page's address for the job, or for all of them. */
function jobPlace(changes: readonly MachineChange[]): string {
  const [first] = changes;
  return first?.job && changes.length === 1 ? `#/jobs/${encodePart(first.job.key)}` : '#/jobs';
}
