import { useEffect, useState } from 'react';
import { useStores } from '../../../kit/index.ts';
import { useOffer } from '../../../kit/useCommand.ts';

/**
 * Whether the calendar is open. Whatever leads to this screen or to one of its machines closes it, because it would hide
 * them: a notification, a link, the sidebar.
 */
export function useCalendar(hasMachines: boolean) {
  const { route } = useStores();
  const [calendar, setCalendar] = useState(false);
  useEffect(() => route.subscribe(() => setCalendar(false)), [route]);
  useOffer('calendar', hasMachines ? () => setCalendar(true) : null);
  return [calendar, setCalendar] as const;
}
