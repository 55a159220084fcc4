import { lazy } from 'react';
import type { Stores } from '../../kit/index.ts';

/** What is told of a system, and what was. */
export const NoticeSettings = lazy(() => import('./NoticeSettings.tsx'));

/** Shows what main tells of from now on. @returns ends it */
export const followNotices = (stores: Stores) =>
  stores.client.on(
    'notices.given',
    (given) => void import('./show.ts').then(({ showNotice }) => showNotice(given, stores)),
  );
