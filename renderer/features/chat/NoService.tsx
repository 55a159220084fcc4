import { KeyRound } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { useStores } from '../../kit/index.ts';
import { Button, EmptyState } from '../../ui/index.ts';

/** Said where the system has no generative AI service. */
export function NoService({ systemId }: { readonly systemId: string }) {
  const t = useT();
  const { route } = useStores();
  return (
    <div className="flex-1">
      <EmptyState
        icon={KeyRound}
        title={t('chat.noService.title')}
        action={
          <Button onClick={() => route.go({ screen: 'systems', systemId })}>
            {t('chat.noService.action')}
          </Button>
        }
      >
        {t('chat.noService.text')}
      </EmptyState>
    </div>
  );
}
