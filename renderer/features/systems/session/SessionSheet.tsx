import { useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useFollowed, useSystem } from '../../../kit/index.ts';
import { ErrorBar, FoldButton, SideSheet } from '../../../ui/index.ts';
import { AttemptView } from './AttemptView.tsx';
import { CertificateRequest } from './CertificateRequest.tsx';
import { RouteOffer } from './RouteOffer.tsx';
import { RouteSection } from './RouteSection.tsx';
import { SessionActions } from './SessionActions.tsx';
import { SessionFacts } from './SessionFacts.tsx';
import { SignInForm } from './SignInForm.tsx';
import { SignInProblem } from './SignInProblem.tsx';
import { SignInSettings } from './SignInSettings.tsx';
import { TokenResponse } from './TokenResponse.tsx';

/** The session with the system: its state and cause, signing in and out, its settings. */
export default function SessionSheet({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const system = useSystem();
  const { value: session, problem: unknown } = useFollowed((stores) => stores.session);
  const [settingsOpen, setSettingsOpen] = useState(false);
  const settings = useRef<HTMLElement>(null);
  if (system === null) return null;
  const signedIn = session?.state === 'active' || session?.state === 'refreshing';
  const openSettings = () => {
    setSettingsOpen(true);
    requestAnimationFrame(() => {
      settings.current?.scrollIntoView();
      settings.current?.querySelector('input')?.focus();
    });
  };

  return (
    <SideSheet open onClose={onClose} title={t('session.title')} subtitle={system.name}>
      {unknown && <ErrorBar error={unknown} />}
      {session && (
        <div className="flex flex-col gap-5">
          <RouteSection system={system} session={session} />
          {session.askRoute && <RouteOffer session={session} />}
          <section className="flex flex-col gap-3">
            <div role="status">
              <h3 className="font-semibold">{t(`session.states.${session.state}`)}</h3>
              <p className="phrases text-text-soft">{t(`session.causes.${session.cause.code}`)}</p>
            </div>
            {session.cause.problem && (
              <SignInProblem problem={session.cause.problem} onSettings={openSettings} />
            )}
            {session.attempt ? (
              <AttemptView attempt={session.attempt} system={system} />
            ) : (
              !signedIn && (
                <SignInForm
                  key={system.id}
                  system={system}
                  session={session}
                  onSettings={openSettings}
                />
              )
            )}
          </section>
          {session.tokens && <SessionFacts session={session} tokens={session.tokens} />}
          {signedIn && <SessionActions session={session} onSettings={openSettings} />}
          {session.tokens && <TokenResponse tokens={session.tokens} />}
          <section ref={settings} className="scroll-mt-4 border-line border-t pt-4">
            <FoldButton open={settingsOpen} onFold={setSettingsOpen}>
              {t(settingsOpen ? 'session.settings.hide' : 'session.settings.show')}
            </FoldButton>
            {settingsOpen && <SignInSettings key={system.id} session={session} />}
          </section>
          {session.attempt?.certificateRequest && (
            <CertificateRequest request={session.attempt.certificateRequest} systemId={system.id} />
          )}
        </div>
      )}
    </SideSheet>
  );
}
