import { useState } from 'react';
import { useAction } from '../app/useAction.ts';
import { useT } from '../i18n/index.ts';
import { useFollowed, useStores, useSystem } from '../stores/index.ts';
import { Button, ErrorBar, SideSheet } from '../ui/index.ts';
import { AttemptView } from './AttemptView.tsx';
import { CertificateRequest } from './CertificateRequest.tsx';
import { RouteSection } from './RouteSection.tsx';
import { SessionFacts } from './SessionFacts.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignInSettings } from './SignInSettings.tsx';
import { SignOut } from './SignOut.tsx';

/** The signed-in state with the system: what it is and why, signing in and out, its settings. */
export default function SessionSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { client } = useStores();
  const system = useSystem();
  const { value: session, problem: unknown } = useFollowed((stores) => stores.session);
  const { busy, problem, attempt, forget } = useAction();
  const [settingsOpen, setSettingsOpen] = useState(false);
  if (system === null) return null;
  const of = { systemId: system.id };
  const signedIn = session?.state === 'active' || session?.state === 'refreshing';
  const failed = problem ?? session?.cause.problem ?? unknown;

  return (
    <SideSheet
      open
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
      title={t('session.title')}
      subtitle={system.name}
    >
      {session && (
        <div className="flex flex-col gap-5">
          <RouteSection system={system} session={session} />
          <section aria-live="polite" className="flex flex-col gap-3">
            <div>
              <h3 className="font-semibold">{t(`session.states.${session.state}`)}</h3>
              <p className="text-text-soft">{t(`session.causes.${session.cause.code}`)}</p>
            </div>
            {failed && <ErrorBar error={failed} onDismiss={problem ? forget : undefined} />}
            {session.attempt ? (
              <AttemptView attempt={session.attempt} systemId={system.id} />
            ) : (
              !signedIn && <SignInForm system={system} session={session} />
            )}
          </section>
          {session.tokens && <SessionFacts session={session} tokens={session.tokens} />}
          {signedIn && (
            <div className="flex flex-wrap gap-2">
              <Button
                busy={busy || session.state === 'refreshing'}
                onClick={() => void attempt(() => client.call('session.refresh', of))}
              >
                {t('session.refreshNow')}
              </Button>
              <SignOut systemId={system.id} />
            </div>
          )}
          <section className="border-line border-t pt-4">
            <Button
              variant="quiet"
              size="small"
              className="-ml-2"
              aria-expanded={settingsOpen}
              onClick={() => setSettingsOpen(!settingsOpen)}
            >
              {t(settingsOpen ? 'session.settings.hide' : 'session.settings.show')}
            </Button>
            {settingsOpen && <SignInSettings session={session} />}
          </section>
          {session.attempt?.certificateRequest && (
            <CertificateRequest request={session.attempt.certificateRequest} systemId={system.id} />
          )}
        </div>
      )}
    </SideSheet>
  );
}
