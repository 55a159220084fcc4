import { useCallback, useState } from 'react';

/**
 * Returns a function for load errors without which a component cannot be drawn, such as a missing file of the app. It
 * throws them during rendering: the nearest error boundary shows them, with a way out.
 */
export function useFail(): (cause: unknown) => void {
  const [, setNothing] = useState(null);
  return useCallback(
    (cause) =>
      setNothing(() => {
        throw cause;
      }),
    [],
  );
}
