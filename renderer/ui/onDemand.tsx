import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * Creates a component whose file is loaded when it is first rendered. React's `lazy` shows it only 300 ms after an
 * empty fallback (its throttle of fallbacks), even if the file is already loaded; this one shows it in the next frame,
 * or at once if `fetch` or an earlier use has loaded it. A failed load is thrown to the nearest error boundary, and
 * retried by the next use.
 * @param Waiting rendered until then with the same properties; nothing if absent
 */
export function onDemand<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  Waiting?: ComponentType<Props>,
): ComponentType<Props> & { fetch(): Promise<void> } {
  let Loaded: ComponentType<Props> | undefined;
  let loading: Promise<void> | undefined;
  const fetch = (): Promise<void> => {
    loading ??= load().then(
      (part) => {
        Loaded = part.default;
      },
      (cause: unknown) => {
        loading = undefined;
        throw cause;
      },
    );
    return loading;
  };
  function OnDemand(props: Props): ReactNode {
    const [came, setCame] = useState<{ readonly failure?: { readonly cause: unknown } } | null>(
      Loaded ? {} : null,
    );
    useEffect(() => {
      if (came !== null) return;
      let isThere = true;
      const tell = (failure?: { readonly cause: unknown }) => {
        if (isThere) setCame(failure ? { failure } : {});
      };
      fetch().then(
        () => tell(),
        (cause: unknown) => tell({ cause }),
      );
      return () => {
        isThere = false;
      };
    }, [came]);
    if (came?.failure) throw came.failure.cause;
    if (Loaded) return <Loaded {...props} />;
    return Waiting ? <Waiting {...props} /> : null;
  }
  return Object.assign(OnDemand, { fetch });
}
