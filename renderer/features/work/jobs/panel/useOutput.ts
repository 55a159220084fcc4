import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { toProblem, useClient } from '../../../../kit/index.ts';
import { appended, type LogPiece } from './log.ts';

const readEvery = 5_000;

interface Shown {
  readonly piece: (LogPiece & { readonly path: string; readonly keptAt: number | null }) | null;
  readonly problem: AppErrorData | null;
  /** When an answer came last. */
  readonly at: number | null;
  /** When it last grew. */
  readonly grewAt: number | null;
}

const nothing: Shown = { piece: null, problem: null, at: null, grewAt: null };

/** Reads the end of an output file, and what is written to it while the job runs. */
export function useOutput(options: {
  readonly systemId: string;
  readonly jobKey: string;
  readonly which: 'output' | 'error';
  readonly running: boolean;
}) {
  const { systemId, jobKey, which, running } = options;
  const client = useClient();
  const [shown, setShown] = useState(nothing);
  const latest = useRef(shown);
  latest.current = shown;
  const read = useCallback(
    async (from: number | null): Promise<void> => {
      try {
        const piece = await client.call('jobs.output', { systemId, key: jobKey, which, from });
        setShown((before) => ({
          piece: {
            ...appended(from === null ? null : before.piece, piece),
            path: piece.path,
            keptAt: piece.keptAt,
          },
          problem: null,
          at: Date.now(),
          grewAt: piece.text === '' ? before.grewAt : Date.now(),
        }));
      } catch (error) {
        setShown((before) => ({ ...before, problem: toProblem(error), at: Date.now() }));
      }
    },
    [client, systemId, jobKey, which],
  );
  useEffect(() => {
    setShown(nothing);
    void read(null);
  }, [read]);
  useEffect(() => {
    // once more after the end: its last lines
    if (!running) {
      void read(latest.current.piece?.to ?? null);
      return;
    }
    const timer = setInterval(() => void read(latest.current.piece?.to ?? null), readEvery);
    return () => clearInterval(timer);
  }, [read, running]);
  return { ...shown, read: () => void read(null) };
}
