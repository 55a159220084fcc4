import { useT } from '../../../../i18n/index.ts';
import { Button, Dialog } from '../../../../ui/index.ts';
import type { Importing } from './useImport.ts';

/** Asks whether a description takes the place of the one that came from the same file or address. */
export function ReplaceDialog({ importing }: { readonly importing: Importing }) {
  const t = useT();
  const { same, busy, answerSame } = importing;
  if (same === null) return null;
  return (
    <Dialog
      open
      busy={busy}
      onClose={() => void answerSame('cancel')}
      title={t('console.same.title', { name: same.description.title })}
      description={t('console.same.text', { source: same.description.source })}
      footer={
        <>
          <Button disabled={busy} onClick={() => void answerSame('cancel')}>
            {t('common.cancel')}
          </Button>
          <Button busy={busy} onClick={() => void answerSame('replace')}>
            {t('console.same.replace')}
          </Button>
          <Button variant="primary" disabled={busy} onClick={() => void answerSame('add')}>
            {t('console.same.add')}
          </Button>
        </>
      }
    />
  );
}
