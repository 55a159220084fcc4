import type { ResourceValue } from '../../preload/contract/index.ts';
import { useT } from '../i18n/index.ts';
import { Button, Dialog, errorText } from '../ui/index.ts';

interface UnsavedDialogProps {
  readonly unsaved: ResourceValue<'unsaved'>;
  readonly onClose: () => void;
}

/** Lists the data waiting to be written, why the disk refused it, and what to do. */
export default function UnsavedDialog({ unsaved, onClose }: UnsavedDialogProps) {
  const t = useT();
  const why = unsaved.problem === null ? null : errorText(unsaved.problem, t);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('frame.unsaved.title')}
      description={t('frame.unsaved.text', { count: unsaved.messages })}
      footer={<Button onClick={onClose}>{t('common.close')}</Button>}
    >
      {why !== null && (
        <p className="phrases">{t('frame.unsaved.why', { what: why.what, next: why.next })}</p>
      )}
    </Dialog>
  );
}
