import { useCallback, useState } from 'react';

/**
 * Takes why something that a component cannot be drawn without did not load, a file of the app for one. It is then
 * thrown where the component is drawn: what catches faults around it shows it, with the way out.
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
