import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

/**
 * A component whose file is fetched when it is first drawn. React's `lazy` shows what came only 300 ms after the
 * nothing that stood there before (its throttle of fallbacks), also where the file was there already; this one
 * shows it with the next frame, or at once where `fetch` or an earlier use has brought it. A file that does not
 * come is thrown to the boundary around it, and asked for again by the next use.
 * @param Waiting drawn until then with the same properties; nothing if it is not given
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
