import { useState } from 'react';
import type { CallInput, CallOutput } from '../../../../../preload/contract/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useAction } from '../../../../kit/useAction.ts';

type From = CallInput<'apiConsole.importDescription'>['from'];
export type Changes = NonNullable<CallOutput<'apiConsole.importDescription'>['changes']>;

export type Importing = ReturnType<typeof useImport>;

/** Imports descriptions. @param onImported gets the id */
export function useImport(systemId: string, onImported: (id: string) => void) {
  const client = useClient();
  const { busy, problem, attempt, forget } = useAction();
  /** What a newer description changed. */
  const [report, setReport] = useState<{ readonly id: string; readonly changes: Changes } | null>(
    null,
  );
  /** @param replaces the description that it is the newer one of */
  const take = async (from: From, replaces: string | null): Promise<boolean> => {
    const answer = await attempt(() =>
      client.call('apiConsole.importDescription', { systemId, from, replaces }),
    );
    if (answer === null) return false;
    const { id, changes } = answer.value;
    if (changes !== null) setReport({ id, changes });
    onImported(id);
    return true;
  };
  return {
    systemId,
    busy,
    problem,
    forget,
    report,
    forgetReport: () => setReport(null),
    take,
    takeFile: async (file: File, replaces: string | null): Promise<boolean> => {
      const read = await attempt(async () => new Uint8Array(await file.arrayBuffer()));
      if (read === null) return false;
      return take({ kind: 'file', name: file.name, bytes: read.value }, replaces);
    },
  };
}
