import { PlugZap } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { Button, EmptyState } from '../../ui/index.ts';
import { useStores } from '../index.ts';

interface NoServiceProps {
  readonly systemId: string;
  /** The service that the screen needs. */
  readonly service: 'webApi' | 'identityProvider' | 'genai';
}

/** Shown by a screen whose service the system lacks, with a link to its address. */
export function NoService({ systemId, service }: NoServiceProps) {
  const t = useT();
  const { route } = useStores();
  return (
    <div className="flex-1">
      <EmptyState
        icon={PlugZap}
        title={t(`start.noService.${service}`)}
        action={
          <Button onClick={() => route.go({ screen: 'systems', systemId })}>
            {t('start.noService.action')}
          </Button>
        }
      />
    </div>
  );
}
