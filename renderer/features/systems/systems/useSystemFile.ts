import { useCallback, useEffect, useState } from 'react';
import { AppError } from '../../../../preload/contract/errors.ts';
import { maxSystemFileBytes } from '../../../../preload/contract/systems/system-choices.ts';
import type { SystemProposal } from '../../../../preload/contract/systems/systems.ts';
import { useStores } from '../../../kit/index.ts';
import { useSystemArrival } from '../../../kit/useArrival.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useCovered } from '../../../ui/overlays/covers.tsx';

/** The content of an operator's file. */
export interface OpenedSystemFile {
  readonly fileName: string;
  readonly proposal: SystemProposal;
}

/** @throws AppError `system-file-invalid` if it is too large: it is not read */
async function contentOf(file: File): Promise<Uint8Array> {
  if (file.size > maxSystemFileBytes) {
    throw new AppError('system-file-invalid', { details: { fault: 'too-large' } });
  }
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * Reads an operator's file: opened, dropped, or chosen here. While one is being read or was refused, the next one
 * waits.
 * @param free Whether the next of the queue may be read here
 * @param onGiven Called with its content
 */
export function useSystemFile(free: boolean, onGiven: (given: OpenedSystemFile) => void) {
  const { client, openedFiles } = useStores();
  const { busy, problem, attempt, forget } = useProblem();
  const covered = useCovered();
  const next = useSystemArrival();
  const [latest] = useState({ attempt, onGiven });
  latest.attempt = attempt;
  latest.onGiven = onGiven;
  /** The last arrival read here: another one follows only after its refusal was dismissed. */
  const [taken, setTaken] = useState({ id: 0 });
  const read = useCallback(
    async (fileName: string, content: () => Promise<Uint8Array>) => {
      const answer = await latest.attempt(async () =>
        client.call('systems.readFile', { bytes: await content() }),
      );
      if (answer !== null) latest.onGiven({ fileName, proposal: answer.value });
    },
    [client, latest],
  );
  const isReady = free && !covered && !busy && problem === null;
  useEffect(() => {
    const [file] = next?.files ?? [];
    if (!isReady || next === null || file === undefined || taken.id !== 0) return;
    taken.id = next.id;
    void read(file.name, async () => {
      if (next.problem !== null) throw AppError.fromData(next.problem);
      return contentOf(file);
    }).then(() => openedFiles.done(next));
  }, [isReady, next, openedFiles, read, taken]);
  return {
    busy: busy || next?.id === taken.id,
    problem,
    forget() {
      forget();
      setTaken({ id: 0 });
    },
    /** The file that waits until this form is free; null if none does. */
    waiting: isReady || next?.id === taken.id ? null : (next?.files[0]?.name ?? null),
    take: (file: File) => read(file.name, () => contentOf(file)),
  };
}
