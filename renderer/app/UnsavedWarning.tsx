import { useState } from 'react';
import { useT } from '../i18n/index.ts';
import { useResource } from '../kit/useResource.ts';
import { useUnloadWarning } from '../kit/useUnloadWarning.ts';
import { Button, Dialog, errorText } from '../ui/index.ts';

/** Warns before the window is closed while main has what the disk would not take; who stays is told the way on. */
export function UnsavedWarning() {
  const t = useT();
  const { value } = useResource('unsaved', undefined);
  const [asked, setAsked] = useState(false);
  const messages = value?.messages ?? 0;
  useUnloadWarning(messages > 0, () => setAsked(true));
  const open = asked && messages > 0;
  const why = value?.problem == null ? null : errorText(value.problem, t);
  return (
    <Dialog
      open={open}
      onOpenChange={() => setAsked(false)}
      title={t('frame.unsaved.title')}
      description={t('frame.unsaved.text', { count: messages })}
      footer={<Button onClick={() => setAsked(false)}>{t('common.close')}</Button>}
    >
      {why !== null && (
        <p className="phrases">{t('frame.unsaved.why', { what: why.what, next: why.next })}</p>
      )}
    </Dialog>
  );
}
