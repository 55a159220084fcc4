import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { useT } from '../../../../i18n/index.ts';
import { Bar, Button, PasswordField } from '../../../../ui/index.ts';
import { ImportFrame, useImportPlace } from './ImportFrame.tsx';
import { ReadingProgress } from './ReadingProgress.tsx';
import { useDelayed } from './useDelayed.ts';
import type { ReadProgress } from './useImport.ts';

/** Milliseconds before progress is shown. */
const soon = 300;

interface PassphraseDialogProps {
  readonly fileName: string;
  readonly refused: AppErrorData | null;
  /** Progress of reading with the passphrase; null while nothing is being read. */
  readonly progress: ReadProgress | null;
  readonly onTry: (passphrase: string) => void;
  readonly onCancelReading: () => void;
  readonly onClose: () => void;
}

/** Asks for a file's passphrase, as often as necessary. */
export function PassphraseDialog(props: PassphraseDialogProps) {
  const { fileName, refused, progress, onTry, onCancelReading, onClose } = props;
  const t = useT();
  const form = useId();
  const field = useRef<HTMLInputElement>(null);
  const [passphrase, setPassphrase] = useState('');
  const reason = refused?.details.reason;
  const trimmed = passphrase.trim();
  const busy = progress !== null;
  const long = useDelayed(busy, soon);
  const inCard = useImportPlace() === 'card';

  useEffect(() => {
    if (refused) field.current?.select();
    else if (inCard) field.current?.focus();
  }, [refused, inCard]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!busy) onTry(passphrase);
  };

  const open = (
    <Button
      type="submit"
      form={form}
      variant="primary"
      busy={busy}
      className={inCard ? 'mt-5.5' : ''}
    >
      {t('certificates.passphrase.open')}
    </Button>
  );
  return (
    <ImportFrame
      size="small"
      onClose={onClose}
      initialFocus={field}
      title={t('certificates.passphrase.title')}
      description={t('certificates.passphrase.text', { file: fileName })}
      footer={
        inCard ? null : (
          <>
            <Button onClick={busy ? onCancelReading : onClose}>{t('common.cancel')}</Button>
            {open}
          </>
        )
      }
    >
      <form id={form} onSubmit={submit} className="flex flex-col gap-3">
        <div className="flex items-start gap-2">
          <PasswordField
            className="flex-1"
            ref={field}
            label={t('certificates.passphrase.label')}
            value={passphrase}
            onValueChange={setPassphrase}
            problem={
              refused
                ? t(
                    reason === 'privacy-differs' || reason === 'integrity-differs'
                      ? `certificates.passphrase.${reason}`
                      : 'certificates.passphrase.wrong',
                  )
                : undefined
            }
            hint={t('certificates.passphrase.hint')}
          />
          {inCard && open}
        </div>
        {long && progress && <ReadingProgress progress={progress} />}
        {reason === 'trimmed-works' && trimmed !== passphrase && (
          <Bar
            tone="note"
            action={{
              label: t('certificates.passphrase.useTrimmed'),
              onAction: () => {
                setPassphrase(trimmed);
                onTry(trimmed);
              },
            }}
          >
            {t('certificates.passphrase.trimmed')}
          </Bar>
        )}
      </form>
    </ImportFrame>
  );
}
