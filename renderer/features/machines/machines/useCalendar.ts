import { useEffect, useState } from 'react';

/** Whether the calendar is open. A machine that a notification or a link opens closes it, because it would be hidden. */
export function useCalendar(openName: string | undefined) {
  const [calendar, setCalendar] = useState(false);
  useEffect(() => {
    if (openName !== undefined) setCalendar(false);
  }, [openName]);
  return [calendar, setCalendar] as const;
}
