import { BadgeCheck } from 'lucide-react';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useStores, useSystem } from '../../../kit/index.ts';
import { Button, EmptyState } from '../../../ui/index.ts';

/** The system has no certificate to present: import one, or choose an existing one. */
export default function NoCertificate() {
  const t = useT();
  const { commands, route } = useStores();
  const system = useSystem();
  const some = (useFollowed((stores) => stores.certificates).value?.certificates.length ?? 0) > 0;
  const begin = () => {
    if (some && system) {
      route.go({ screen: 'systems', systemId: system.id });
      return;
    }
    commands.ask('import-certificate');
  };
  return (
    <EmptyState
      icon={BadgeCheck}
      title={t('machines.noCertificate.title')}
      action={
        <Button variant="primary" onClick={begin}>
          {t(some ? 'machines.noCertificate.choose' : 'machines.noCertificate.import')}
        </Button>
      }
    >
      {t('machines.noCertificate.text')}
    </EmptyState>
  );
}
