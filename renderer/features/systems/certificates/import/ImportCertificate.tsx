import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { Certificate } from '../../../../../preload/contract/systems/certificates.ts';
import { useT } from '../../../../i18n/index.ts';
import type { Arrival } from '../../../../kit/useArrival.ts';
import { Bar, Button } from '../../../../ui/index.ts';
import { ImportFrame, type ImportPlace, ImportPlaceContext } from './ImportFrame.tsx';
import { OtherHalf } from './OtherHalf.tsx';
import { PassphraseDialog } from './PassphraseDialog.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';
import { ReadingProgress } from './ReadingProgress.tsx';
import { ReadProblem } from './ReadProblem.tsx';
import { useImport, useUse } from './useImport.ts';

interface ImportCertificateProps {
  /** One file, or two that belong together. */
  readonly files: readonly File[];
  /** The certificate to replace; null adds one. */
  readonly replaces: Certificate | null;
  /** Why the file could not be read at all; null if it could. */
  readonly problem?: AppErrorData | null;
  readonly frame?: ImportPlace;
  readonly onKept: (certificate: Certificate) => void;
  readonly onClose: () => void;
}

/** The steps of an import: passphrase, preview, save or discard. */
export function ImportCertificate({ frame = 'dialog', ...props }: ImportCertificateProps) {
  return (
    <ImportPlaceContext value={frame}>
      <Steps {...props} />
    </ImportPlaceContext>
  );
}

function Steps(props: Omit<ImportCertificateProps, 'frame'>) {
  const { replaces, problem = null, onKept, onClose } = props;
  const t = useT();
  const { state, files, progress, tryPassphrase, cancel, addFile, discard, askAgain } = useImport(
    props.files,
    problem,
  );
  const fileNames = files.map(({ name }) => name).join(t('certificates.separator'));

  switch (state.step) {
    case 'passphrase':
      return (
        <PassphraseDialog
          fileName={fileNames}
          refused={state.refused}
          progress={progress}
          onTry={tryPassphrase}
          onCancelReading={cancel}
          onClose={onClose}
        />
      );
    case 'half':
      return (
        <OtherHalf
          fileNames={fileNames}
          problem={state.problem}
          onAdd={addFile}
          onClose={onClose}
        />
      );
    case 'preview':
      return (
        <PreviewDialog
          read={state.read}
          replaces={replaces}
          onKept={onKept}
          onDiscard={() => void discard(state.read.readId).finally(onClose)}
          onPassphrase={() => askAgain(state.read.readId)}
        />
      );
    default: {
      const reading = state.step === 'reading';
      return (
        <ImportFrame
          size={reading ? 'small' : 'normal'}
          onClose={onClose}
          title={t('certificates.import.title')}
          description={fileNames}
          footer={
            <Button onClick={onClose}>{t(reading ? 'common.cancel' : 'common.close')}</Button>
          }
        >
          {state.step === 'failed' ? (
            <ReadProblem problem={state.problem} fileName={fileNames} />
          ) : state.step === 'too-many' ? (
            <Bar>{t('certificates.tooMany')}</Bar>
          ) : (
            progress && <ReadingProgress progress={progress} />
          )}
        </ImportFrame>
      );
    }
  }
}

/** Imports an opened or dropped certificate over any screen. */
export function ImportArrival(props: { readonly arrival: Arrival; readonly onDone: () => void }) {
  const { arrival, onDone } = props;
  const { followImport } = useUse();
  return (
    <ImportCertificate
      files={arrival.files}
      problem={arrival.problem}
      replaces={null}
      onKept={(certificate) => {
        followImport(certificate);
        onDone();
      }}
      onClose={onDone}
    />
  );
}
