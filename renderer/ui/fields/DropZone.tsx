import { FileUp } from 'lucide-react';
import { type ReactNode, useId, useRef } from 'react';
import { useT } from '../../i18n/index.ts';
import { Button } from '../buttons/Button.tsx';
import { cx } from '../cx.ts';
import { Spinner } from '../marks/Spinner.tsx';
import { useDrop } from './useDrop.ts';

interface DropZoneProps {
  /** Its purpose: `Drop a .p12 file here`. */
  readonly label: string;
  readonly hint?: ReactNode;
  /** As in the `accept` attribute: `.p12,.pfx`. */
  readonly accept?: string;
  readonly multiple?: boolean;
  readonly onFiles: (files: File[]) => void;
  /** `screen` fills its container, for a screen without other content. */
  readonly form?: 'inline' | 'screen';
  readonly busy?: boolean;
  readonly problem?: string;
  /** Label of the button. */
  readonly chooseLabel?: string;
}

/** Takes files by drop or by the system's file dialog. */
export function DropZone(props: DropZoneProps) {
  const { label, hint, accept, multiple, onFiles, form = 'inline', busy = false, problem } = props;
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const screen = form === 'screen';

  const take = (files: FileList | null) => {
    if (files && files.length > 0 && !busy) onFiles([...files].slice(0, multiple ? undefined : 1));
  };
  const { over, drop } = useDrop('Files', ({ files }) => take(files));

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a frame of its own
    <div
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={hint ? `${id}-hint` : undefined}
      {...drop}
      className={cx(
        'flex rounded-card border border-dashed',
        screen
          ? 'h-full min-h-80 flex-col items-center justify-center gap-4 p-8 text-center'
          : 'items-center gap-3 px-4 py-3',
        over ? 'border-accent bg-accent-soft' : problem ? 'border-down' : 'border-line-control',
      )}
    >
      {busy ? (
        <Spinner size={screen ? 28 : 18} label={t('common.working')} className="text-accent" />
      ) : (
        <FileUp
          size={screen ? 32 : 18}
          strokeWidth={1.5}
          aria-hidden
          className={cx('shrink-0', over ? 'text-accent-text' : 'text-text-faint')}
        />
      )}
      <div className={cx('min-w-0', !screen && 'flex-1')}>
        <p id={`${id}-label`} className={screen ? 'text-heading font-semibold' : 'text-body'}>
          {over ? t('common.drop.release') : label}
        </p>
        {hint && (
          <div
            id={`${id}-hint`}
            className={cx(
              'phrases text-text-soft',
              screen ? 'mt-1 max-w-110 text-body' : 'text-small',
            )}
          >
            {hint}
          </div>
        )}
        <p role="alert" className="text-small text-down-text empty:hidden">
          {problem}
        </p>
      </div>
      <Button
        variant={screen ? 'primary' : 'plain'}
        disabled={busy}
        onClick={() => input.current?.click()}
      >
        {props.chooseLabel ?? t('common.drop.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={(event) => {
          take(event.target.files);
          // lets the same file be chosen again
          event.target.value = '';
        }}
      />
    </div>
  );
}
