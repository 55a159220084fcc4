import { ArrowUp, Square } from 'lucide-react';
import { useT } from '../../../../i18n/index.ts';
import { IconButton } from '../../../../ui/index.ts';

interface StopOrSendProps {
  readonly streaming: boolean;
  /** The next Escape stops the answer. */
  readonly armed: boolean;
  /** There is something to send. */
  readonly ready: boolean;
  readonly onStop: () => void;
}

/** The composer's button: it stops the streaming answer, otherwise sends. */
export function StopOrSend({ streaming, armed, ready, onStop }: StopOrSendProps) {
  const t = useT();
  return (
    <>
      <span role="status" className="contents">
        {armed && (
          <span className="rounded-small bg-raised px-1.5 py-0.5 text-small text-text-soft shadow-overlay">
            {t('chat.composer.escapeAgain')}
          </span>
        )}
      </span>
      {streaming ? (
        <IconButton
          variant={armed ? 'danger' : 'plain'}
          icon={Square}
          keys="escape"
          label={t('chat.composer.stop')}
          onClick={onStop}
        />
      ) : (
        <IconButton
          variant="primary"
          icon={ArrowUp}
          type="submit"
          label={t('chat.composer.send')}
          disabled={!ready}
        />
      )}
    </>
  );
}
