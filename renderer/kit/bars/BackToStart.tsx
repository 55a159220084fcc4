import { ArrowLeft } from 'lucide-react';
import { useT } from '../../i18n/index.ts';
import { Button } from '../../ui/index.ts';
import { useStores, useSystem } from '../index.ts';

/** The way back from a screen opened before there is a system, because there is no sidebar. */
export function BackToStart() {
  const t = useT();
  const { route } = useStores();
  if (useSystem() !== null) return null;
  return (
    <div className="px-3 pt-3">
      <Button
        variant="quiet"
        icon={ArrowLeft}
        onClick={() => route.replace({ screen: 'machines' })}
      >
        {t('start.back')}
      </Button>
    </div>
  );
}
