import type { Stores } from '../../../kit/index.ts';
import { onDemand } from '../../../ui/index.ts';

/** Notification rules of a system, and recent notifications. */
export const NoticeSettings = onDemand(() => import('./NoticeSettings.tsx'));

/** Shows main's notifications if that is the page's job, and opens the screens that main requests. @returns stops it */
export function followNotices(stores: Stores): () => void {
  const ends = [
    stores.client.on(
      'notices.given',
      (given) => void import('./show.ts').then(({ showNotice }) => showNotice(given, stores)),
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
