import type { EventPayload } from '../../../../preload/contract/index.ts';
import type { MachineChange } from '../../../../preload/contract/machines/notifications.ts';
import { chooseLanguage, type Translate } from '../../../i18n/index.ts';
import { createLateTexts } from '../../../i18n/late.tsx';
import type { Stores } from '../../../kit/index.ts';
import type { Route } from '../../../kit/screens.ts';
import { notificationText } from './texts.ts';

/**
 * Shows a notification by the browser, or by the operating system if the page is the app's window. Windows use the same
 * tag for the same notification, so that it appears once. A click opens its machine or job.
 */
export async function showNotification(
  { notification, sound }: EventPayload<'notifications.show'>,
  { client, route, systems }: Pick<Stores, 'client' | 'route' | 'systems'>,
): Promise<void> {
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const { id, systemId, at, changes } = notification;
  const language = chooseLanguage([document.documentElement.lang]);
  const texts = await createLateTexts(language);
  const t: Translate = (key, values) => texts.t(key, values ?? {});
  const { value } = systems.getState();
  const system = value?.systems.find((one) => one.id === systemId)?.name ?? '';
  const { title, body } = notificationText(notification, system, t, language);
  const tag = `${systemId} ${id === 0 ? at : id}`;
  const shown = new Notification(title, { body, tag, lang: language, silent: !sound });
  shown.onclick = () => {
    shown.close();
    window.focus();
    const only = changes.length === 1 ? changes[0] : undefined;
    void systems.carryOut(async () => {
      if (systems.getState().value?.selectedId !== systemId) {
        await client.call('systems.select', { id: systemId });
      }
      route.go(placeOf(only, changes[0]?.job !== undefined));
    });
  };
}

/** Where the only change is shown, else the screen that has all of them. */
function placeOf(only: MachineChange | undefined, ofJobs: boolean): Route {
  if (ofJobs) return { screen: 'jobs', ...(only?.job && { job: only.job.key }) };
  return { screen: 'machines', ...(only?.machine && { machine: only.machine.name }) };
}
