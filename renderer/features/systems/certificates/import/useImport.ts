import { useCallback, useEffect, useRef, useState } from 'react';
import { ignoring } from '../../../../../common/ignoring.ts';
import { AppError, type AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { EventPayload } from '../../../../../preload/contract/index.ts';
import type {
  Certificate,
  ReadCertificate,
} from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import { toProblem, useClient, useStores } from '../../../../kit/index.ts';
import { useAction } from '../../../../kit/useAction.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { useToasts } from '../../../../ui/index.ts';
import { maxFiles } from './accepted.ts';

/** State of an import. */
export type ImportStep =
  | { readonly step: 'reading' }
  /** `refused` is why the last passphrase was wrong; null before the first. */
  | { readonly step: 'passphrase'; readonly refused: AppErrorData | null }
  /** The other of the two files is missing or does not match. */
  | { readonly step: 'half'; readonly problem: AppErrorData }
  | { readonly step: 'preview'; readonly read: ReadCertificate }
  | { readonly step: 'failed'; readonly problem: AppErrorData }
  | { readonly step: 'too-many' };

export type ReadProgress = Pick<EventPayload<'certificates.progress'>, 'phase' | 'fraction'>;

/** Timeout of the attempt without a passphrase, if that needs a long derivation, ms. */
const longWithout = 1000;
/** Larger than any personal certificate file; main has a limit of its own. */
const mostBytes = 10 * 1024 * 1024;

/**
 * Reads one file, or two that belong together, with as many passphrases as necessary, then waits for the user's
 * decision.
 * @param unreadable why there is nothing to read; null if there is
 */
export function useImport(given: readonly File[], unreadable: AppErrorData | null) {
  const client = useClient();
  const [files, setFiles] = useState(given);
  const [state, setState] = useState<ImportStep>(() =>
    unreadable !== null
      ? { step: 'failed', problem: unreadable }
      : given.length > maxFiles
        ? { step: 'too-many' }
        : { step: 'reading' },
  );
  const [progress, setProgress] = useState<ReadProgress | null>(null);
  const { attempt } = useProblem();
  const running = useRef<string | null>(null);

  const cancel = useCallback(() => {
    const name = running.current;
    if (name === null) return;
    running.current = null;
    setProgress(null);
    void ignoring(
      'where main cannot be told it is gone, and the reading with it',
      client.call('certificates.cancelRead', { attempt: name }),
    );
  }, [client]);
  useEffect(() => cancel, [cancel]);

  const read = useCallback(
    async (passphrase: string | null) => {
      const name = crypto.randomUUID();
      running.current = name;
      setProgress({ phase: 'reading', fraction: 0 });
      const begun = performance.now();
      const stopFollowing = client.on('certificates.progress', (told) => {
        if (told.attempt !== name || running.current !== name) return;
        setProgress(told);
        const long = told.phase === 'deriving-keys' && performance.now() - begun > longWithout;
        if (passphrase !== null || !long) return;
        cancel();
        setState({ step: 'passphrase', refused: null });
      });
      try {
        const [file, second] = await Promise.all(files.map(contentOf));
        if (file === undefined) return;
        const result = await client.call('certificates.read', {
          ...file,
          passphrase,
          attempt: name,
          ...(second === undefined ? {} : { secondFile: second }),
        });
        if (running.current === name) setState({ step: 'preview', read: result });
        else await client.call('certificates.discard', { readId: result.readId });
      } catch (error) {
        if (running.current === name) setState(stepAfter(toProblem(error), passphrase));
      } finally {
        stopFollowing();
        if (running.current === name) {
          running.current = null;
          setProgress(null);
        }
      }
    },
    [client, files, cancel],
  );

  const discard = (readId: string) =>
    attempt(() => client.call('certificates.discard', { readId }));
  const begin = unreadable === null && files.length <= maxFiles;
  useEffect(() => {
    // many files have no passphrase at all, so the first attempt is without one
    if (begin) void read(null);
  }, [read, begin]);

  return {
    state,
    files,
    /** Main's current step; null while it waits. */
    progress,
    tryPassphrase: (passphrase: string) => void read(passphrase),
    /** Cancels the reading; the passphrase can be typed again. */
    cancel,
    /** Reads again together with the missing file. */
    addFile(file: File) {
      setState({ step: 'reading' });
      setFiles([...files.slice(0, 1), file]);
    },
    discard,
    /** Discards the result, and asks for another passphrase. */
    askAgain(readId: string) {
      setState({ step: 'passphrase', refused: null });
      void discard(readId);
    },
  };
}

async function contentOf(file: File) {
  if (file.size > mostBytes) {
    throw new AppError('certificate-too-large', { details: { limit: mostBytes } });
  }
  return { fileName: file.name.slice(0, 500), bytes: new Uint8Array(await file.arrayBuffer()) };
}

function stepAfter(problem: AppErrorData, passphrase: string | null): ImportStep {
  switch (problem.code) {
    case 'certificate-wrong-password':
      return { step: 'passphrase', refused: passphrase === null ? null : problem };
    case 'certificate-no-key':
    case 'certificate-no-certificate':
      return { step: 'half', problem };
    default:
      return { step: 'failed', problem };
  }
}

/** Assigns a certificate to a system; an imported one goes to the selected system if it has none. */
export function useUse() {
  const t = useT();
  const { client, systems } = useStores();
  const toasts = useToasts();
  const { problem, attempt, forget } = useAction();
  const use = async (certificate: Certificate, systemId: string, name: string) => {
    const done = await attempt(() =>
      client.call('systems.update', { id: systemId, certificateId: certificate.id }),
    );
    if (done)
      toasts.show({ text: t('certificates.nowUsed', { name: certificate.name, system: name }) });
  };
  const selected = () => {
    const state = systems.getState().value;
    return state?.systems.find(({ id }) => id === state.selectedId) ?? null;
  };
  const followImport = (certificate: Certificate) => {
    toasts.show({ text: t('certificates.kept', { name: certificate.name }) });
    const system = selected();
    if (system && system.certificateId === null) void use(certificate, system.id, system.name);
  };
  return { use, followImport, problem, forget };
}
