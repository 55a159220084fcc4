import { KeyRound } from 'lucide-react';
import { useT } from '../../../i18n/index.ts';
import { Button, EmptyState } from '../../../ui/index.ts';

/** Asks for an API key, without which nothing can be sent. */
export function NoKey({ onAdd }: { readonly onAdd: () => void }) {
  const t = useT();
  return (
    <div className="flex flex-1 items-center justify-center">
      <EmptyState
        icon={KeyRound}
        title={t('chat.noKey.title')}
        action={
          <Button variant="primary" onClick={onAdd}>
            {t('chat.keys.add')}
          </Button>
        }
      >
        {t('chat.noKey.text')}
      </EmptyState>
    </div>
  );
}
