import { useState } from 'react';
import type { CallInput, CallOutput } from '../../../../../preload/contract/index.ts';
import type { Description } from '../../../../../preload/contract/work/console-descriptions.ts';
import { useClient } from '../../../../kit/index.ts';
import { useAction } from '../../../../kit/useAction.ts';

/** Characters of a place that are kept. */
const longestSource = 1000;

type From = CallInput<'apiConsole.importDescription'>['from'];
export type Changes = NonNullable<CallOutput<'apiConsole.importDescription'>['changes']>;

export type Importing = ReturnType<typeof useImport>;

const sourceOf = (from: From): string | null =>
  from.kind === 'file' ? from.name : from.kind === 'address' ? from.url : null;

/**
 * Imports descriptions. One from where another came from is asked about first.
 * @param known those that there are
 * @param onImported gets the id
 */
export function useImport(
  systemId: string,
  known: readonly Description[],
  onImported: (id: string) => void,
) {
  const client = useClient();
  const { busy, problem, attempt, forget } = useAction();
  /** What a newer description changed. */
  const [report, setReport] = useState<{ readonly id: string; readonly changes: Changes } | null>(
    null,
  );
  const [same, setSame] = useState<{
    readonly from: From;
    readonly description: Description;
  } | null>(null);
  const send = async (from: From, replaces: string | null): Promise<boolean> => {
    const answer = await attempt(() =>
      client.call('apiConsole.importDescription', { systemId, from, replaces }),
    );
    if (answer === null) return false;
    const { id, changes } = answer.value;
    if (changes !== null) setReport({ id, changes });
    onImported(id);
    return true;
  };
  /** @param replaces the description that it is the newer one of */
  const take = async (from: From, replaces: string | null): Promise<boolean> => {
    const source = sourceOf(from)?.slice(0, longestSource);
    const description = known.find((one) => one.source !== '' && one.source === source);
    if (replaces !== null || description === undefined) return send(from, replaces);
    setSame({ from, description });
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
    /** What came from the same place; null: nothing is asked. */
    same,
    async answerSame(answer: 'replace' | 'add' | 'cancel'): Promise<void> {
      if (same !== null && answer !== 'cancel') {
        await send(same.from, answer === 'add' ? null : same.description.id);
      }
      setSame(null);
    },
    takeFile: async (file: File, replaces: string | null): Promise<boolean> => {
      const read = await attempt(async () => new Uint8Array(await file.arrayBuffer()));
      if (read === null) return false;
      return take({ kind: 'file', name: file.name, bytes: read.value }, replaces);
    },
  };
}
