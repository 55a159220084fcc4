import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Arrival } from '../resources/opened-files.ts';
import { useStores } from './index.ts';

export type { Arrival } from '../resources/opened-files.ts';

/**
 * Takes the next certificate of the queue, one at a time in the whole window. It leaves the queue by `done`; if the
 * component unmounts before, another one takes it.
 * @param ready whether an import may begin here now
 */
export function useCertificateArrival(ready: boolean): {
  readonly arrival: Arrival | null;
  readonly done: () => void;
} {
  const { openedFiles } = useStores();
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const next = useStore(openedFiles, ({ waiting, importing }) =>
    importing === null ? (waiting.find(({ kind }) => kind === 'certificate') ?? null) : null,
  );
  useEffect(() => {
    // another component may have taken it since this one was rendered
    if (!ready || arrival !== null || next === null) return;
    if (openedFiles.getState().importing !== null) return;
    openedFiles.setState({ importing: next.id });
    setArrival(next);
  }, [ready, arrival, next, openedFiles]);
  useEffect(() => {
    if (arrival === null) return;
    return () => {
      if (openedFiles.getState().importing === arrival.id)
        openedFiles.setState({ importing: null });
    };
  }, [arrival, openedFiles]);
  return {
    arrival,
    done() {
      if (arrival === null) return;
      openedFiles.done(arrival);
      setArrival(null);
    },
  };
}

/** Registers a mounted form that takes certificates: they go to it instead of the dialog over the screen. */
export function useCertificateForm(): void {
  const { openedFiles } = useStores();
  useEffect(() => {
    openedFiles.setState(({ forms }) => ({ forms: forms + 1 }));
    return () => openedFiles.setState(({ forms }) => ({ forms: forms - 1 }));
  }, [openedFiles]);
}

/** Returns the system waiting in the queue, or null. */
export function useSystemArrival(): Arrival | null {
  const { openedFiles } = useStores();
  return useStore(
    openedFiles,
    ({ waiting }) => waiting.find(({ kind }) => kind === 'system') ?? null,
  );
}
