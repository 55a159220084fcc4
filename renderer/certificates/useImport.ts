import { useCallback, useEffect, useRef, useState } from 'react';
import type { ReadCertificate } from '../../preload/contract/certificates.ts';
import { AppError, type AppErrorData } from '../../preload/contract/errors.ts';
import { useProblem } from '../app/useProblem.ts';
import { asProblem, useClient } from '../stores/index.ts';

/** Where an import stands. */
export type ImportStep =
  | { readonly step: 'reading' }
  /** `refused` is why the passphrase typed last does not do; null before the first. */
  | { readonly step: 'passphrase'; readonly refused: AppErrorData | null }
  | { readonly step: 'preview'; readonly read: ReadCertificate }
  | { readonly step: 'failed'; readonly problem: AppErrorData };

/** Larger than any PKCS#12 file of a person; main has a limit of its own. */
const mostBytes = 10 * 1024 * 1024;

/**
 * Reads a file with as many passphrases as it takes, then waits for the user's word.
 * @param unreadable why there is nothing to read; null where there is
 */
export function useImport(file: File, unreadable: AppErrorData | null) {
  const client = useClient();
  const [state, setState] = useState<ImportStep>(
    unreadable === null ? { step: 'reading' } : { step: 'failed', problem: unreadable },
  );
  const { busy, attempt } = useProblem();
  const bytes = useRef<Uint8Array<ArrayBuffer> | null>(null);

  const read = useCallback(
    async (passphrase: string | null) => {
      try {
        if (file.size > mostBytes) {
          throw new AppError('certificate-too-large', { details: { limit: mostBytes } });
        }
        bytes.current ??= new Uint8Array(await file.arrayBuffer());
        const result = await client.call('certificates.read', {
          fileName: file.name.slice(0, 500),
          bytes: bytes.current,
          passphrase,
        });
        setState({ step: 'preview', read: result });
      } catch (error) {
        const problem = asProblem(error);
        if (problem.code !== 'certificate-wrong-password') setState({ step: 'failed', problem });
        else setState({ step: 'passphrase', refused: passphrase === null ? null : problem });
      }
    },
    [client, file],
  );

  useEffect(() => {
    // many files have no passphrase at all, so the first try is without one
    if (unreadable === null) void read(null);
  }, [read, unreadable]);

  return {
    state,
    busy,
    tryPassphrase: (passphrase: string) => attempt(() => read(passphrase)),
    discard: (readId: string) => attempt(() => client.call('certificates.discard', { readId })),
  };
}
