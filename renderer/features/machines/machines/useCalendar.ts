import { useEffect, useState } from 'react';
import { useOffer } from '../../../kit/useCommand.ts';

/** Whether the calendar is open. A machine that a notification or a link opens closes it, because it would be hidden. */
export function useCalendar(openName: string | undefined, hasMachines: boolean) {
  const [calendar, setCalendar] = useState(false);
  useEffect(() => {
    if (openName !== undefined) setCalendar(false);
  }, [openName]);
  useOffer('calendar', hasMachines ? () => setCalendar(true) : null);
  return [calendar, setCalendar] as const;
}
