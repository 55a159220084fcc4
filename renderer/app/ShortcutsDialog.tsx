import { useT } from '../i18n/index.ts';
import { Dialog, KeyHint } from '../ui/index.ts';
import { shortcuts } from './shortcuts.ts';

export default function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      open
      size="small"
      onOpenChange={(open) => !open && onClose()}
      title={t('frame.shortcuts.title')}
    >
      <dl className="flex flex-col">
        {shortcuts.map(({ keys, label }) => (
          <div key={keys} className="flex items-center justify-between gap-4 py-1.5">
            <dt>{t(label)}</dt>
            <dd>
              <KeyHint keys={keys} />
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
