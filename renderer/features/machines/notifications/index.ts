import type { Stores } from '../../../kit/index.ts';
import { onDemand } from '../../../ui/index.ts';

/** The section of the settings on notifications. */
export const NotificationSettings = onDemand(() => import('./NotificationSettings.tsx'));

/** The section of the settings on machines. */
export const MachineSettings = onDemand(() => import('./MachineSettings.tsx'));

/** Shows what main tells of, where that is the page's to do, and goes where main says, from now on. @returns ends it */
export function followNotifications(stores: Stores): () => void {
  const ends = [
    stores.client.on(
      'notifications.show',
      (given) =>
        void import('./show.ts').then(({ showNotification }) => showNotification(given, stores)),
    ),
    stores.client.on('app.goTo', ({ place }) => {
      location.hash = place;
    }),
  ];
  let ended = false;
  void import('./signs.ts').then(({ followSigns }) => {
    if (!ended) ends.push(followSigns(stores));
  });
  return () => {
    ended = true;
    for (const end of ends) end();
  };
}
