import { useCallback, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { AppError } from '../../../../preload/contract/errors.ts';
import {
  isSystemFile,
  largestSystemFile,
} from '../../../../preload/contract/systems/system-choices.ts';
import type { SystemProposal } from '../../../../preload/contract/systems/systems.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';

/** A site's file that was read. */
export interface GivenSystem {
  readonly fileName: string;
  readonly proposal: SystemProposal;
  /** What was dropped with it. */
  readonly others: readonly File[];
}

/** @throws AppError `system-file-invalid` for one that is none by its size: it is not read */
async function contentOf(file: File): Promise<Uint8Array> {
  if (file.size > largestSystemFile) {
    throw new AppError('system-file-invalid', { details: { fault: 'too-large' } });
  }
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * Reads the file of a site: one that is dropped, or that was opened with the app.
 * @param onGiven Called with what is in it
 */
export function useSystemFile(onGiven: (given: GivenSystem) => void) {
  const { client, openedFiles } = useStores();
  const { busy, problem, attempt, forget } = useProblem();
  const [latest] = useState({ attempt, onGiven });
  latest.attempt = attempt;
  latest.onGiven = onGiven;
  const read = useCallback(
    async (fileName: string, content: () => Promise<Uint8Array>, others: readonly File[] = []) => {
      const answer = await latest.attempt(async () =>
        client.call('systems.readFile', { bytes: await content() }),
      );
      if (answer !== null) latest.onGiven({ fileName, proposal: answer.value, others });
    },
    [client, latest],
  );
  const opened = useStore(openedFiles, ({ file }) =>
    file !== null && isSystemFile(file.fileName) ? file : null,
  );
  useEffect(() => {
    if (opened === null) return;
    void read(opened.fileName, async () => {
      if (opened.kind === 'read') return opened.bytes;
      throw AppError.fromData(opened.problem);
    });
    openedFiles.begun();
  }, [opened, openedFiles, read]);
  return {
    busy,
    problem,
    forget,
    take: (file: File, others: readonly File[] = []) =>
      read(file.name, () => contentOf(file), others),
  };
}
