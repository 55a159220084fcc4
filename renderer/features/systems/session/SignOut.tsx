import { useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { Button, ConfirmDialog, useToasts } from '../../../ui/index.ts';

/** The provider's session counts as ended only if it said so. */
function sentence(revoked: boolean | null, ended: boolean | null) {
  if (ended === true) return 'session.signedOut';
  return revoked === true ? 'session.signedOutTokens' : 'session.signedOutHere';
}

/** Signs out after a confirmation: the tokens here are removed in any case, the provider is notified if possible. */
export function SignOut({ systemId }: { readonly systemId: string }) {
  const t = useT();
  const { client } = useStores();
  const toasts = useToasts();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Button onClick={() => setAsking(true)}>{t('session.signOut')}</Button>
      {asking && (
        <ConfirmDialog
          open
          title={t('session.signOutTitle')}
          confirmLabel={t('session.signOut')}
          onClose={() => setAsking(false)}
          onConfirm={async () => {
            const { revoked, ended } = await client.call('session.signOut', { systemId });
            toasts.show({ text: t(sentence(revoked, ended)) });
          }}
        >
          {t('session.signOutText')}
        </ConfirmDialog>
      )}
    </>
  );
}
