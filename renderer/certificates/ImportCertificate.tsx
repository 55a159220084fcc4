import type { Certificate } from '../../preload/contract/certificates.ts';
import type { AppErrorData } from '../../preload/contract/errors.ts';
import { useT } from '../i18n/index.ts';
import { Button, Dialog, ErrorBar, Progress } from '../ui/index.ts';
import { PassphraseDialog } from './PassphraseDialog.tsx';
import { PreviewDialog } from './PreviewDialog.tsx';
import { useImport } from './useImport.ts';

interface ImportCertificateProps {
  readonly file: File;
  /** The certificate in whose place it comes; null adds one. */
  readonly replaces: Certificate | null;
  /** Why the file could not even be read; null when it could. */
  readonly problem?: AppErrorData | null;
  readonly onKept: (certificate: Certificate) => void;
  readonly onClose: () => void;
}

/** The dialogs from a chosen file to a kept certificate: passphrase, preview, keep or discard. */
export function ImportCertificate({
  file,
  replaces,
  problem = null,
  onKept,
  onClose,
}: ImportCertificateProps) {
  const t = useT();
  const { state, busy, tryPassphrase, discard } = useImport(file, problem);

  switch (state.step) {
    case 'passphrase':
      return (
        <PassphraseDialog
          fileName={file.name}
          refused={state.refused}
          busy={busy}
          onTry={(passphrase) => void tryPassphrase(passphrase)}
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
        />
      );
    default:
      return (
        <Dialog
          open
          size="small"
          onOpenChange={(open) => !open && onClose()}
          title={t('certificates.import.title')}
          description={file.name}
          footer={<Button onClick={onClose}>{t('common.close')}</Button>}
        >
          {state.step === 'failed' ? (
            <ErrorBar error={state.problem} />
          ) : (
            <Progress label={t('certificates.import.reading')} />
          )}
        </Dialog>
      );
  }
}
