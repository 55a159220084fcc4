import { useEffect, useState } from 'react';

/** Milliseconds that a request is on screen before it can be allowed: what is clicked or typed just then meant another. */
const arming = 600;

/** Whether the component has been on screen for long enough to be answered. */
export function useArmed(): boolean {
  const [armed, setArmed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), arming);
    return () => clearTimeout(timer);
  }, []);
  return armed;
}
