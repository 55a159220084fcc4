import { useT } from '../i18n/index.ts';
import { Button } from '../ui/index.ts';

/** Says that images are not sent, with a button to send them again. */
export function ImagesLeftOut({ onSendAgain }: { readonly onSendAgain: () => void }) {
  const t = useT();
  return (
    <p role="status" className="mb-1.5 flex items-center gap-2 text-small text-text-soft">
      <span className="phrases min-w-0 flex-1">{t('attachments.leftOut')}</span>
      <Button size="small" onClick={onSendAgain}>
        {t('attachments.sendAgain')}
      </Button>
    </p>
  );
}
