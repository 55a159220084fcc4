import { type ReactNode, type RefObject, useRef, useState } from 'react';
import type { Session } from '../../../../preload/contract/systems/session.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useFollowed, useStores, useSystem } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { Bar, ErrorBar, FoldButton, SideSheet } from '../../../ui/index.ts';
import { AttemptView } from './AttemptView.tsx';
import { CertificateRequest } from './CertificateRequest.tsx';
import { MissingParts } from './MissingParts.tsx';
import { NoProvider } from './NoProvider.tsx';
import { RouteSwitch } from './RouteSwitch.tsx';
import { SessionActions } from './SessionActions.tsx';
import { SessionFacts } from './SessionFacts.tsx';
import { SessionHeader } from './SessionHeader.tsx';
import { SignInOptions } from './SignInOptions.tsx';
import { SignInProblem } from './SignInProblem.tsx';
import { SignInSettings } from './SignInSettings.tsx';
import { TokenResponse } from './TokenResponse.tsx';
import { type SignInChoice, useSignInChoice } from './useSignInChoice.ts';

interface SessionSheetProps {
  readonly onClose: () => void;
}

/** The session with the system: its state and cause, signing in and out, its settings. */
export default function SessionSheet({ onClose }: SessionSheetProps) {
  return (
    <LateTexts>
      <SessionOf onClose={onClose} />
    </LateTexts>
  );
}

function SessionOf({ onClose }: SessionSheetProps) {
  const t = useT();
  const system = useSystem();
  const { value: session, problem } = useFollowed((stores) => stores.session);
  if (system === null) return null;
  if (session !== null && !session.missing.includes('identity-provider')) {
    return <Sheet key={system.id} system={system} session={session} onClose={onClose} />;
  }
  return (
    <SideSheet open onClose={onClose} title={t('session.title')} subtitle={system.name}>
      {problem && <ErrorBar error={problem} />}
      {session && <NoProvider system={system} session={session} />}
    </SideSheet>
  );
}

interface SheetProps {
  readonly system: System;
  readonly session: Session;
  readonly onClose: () => void;
}

function Sheet({ system, session, onClose }: SheetProps) {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const choice = useSignInChoice(system, session);
  const { busy, problem, attempt, forget } = useAction();
  const settings = useSettingsFold();
  const signIn = useRef<HTMLButtonElement>(null);
  const { systemId, state, cause, tokens, clockSkew } = session;
  const signedIn = state === 'active' || state === 'refreshing';
  // A problem that the session itself shows is not repeated.
  const news = problem?.code === cause.problem?.code ? null : problem;
  const actions = (
    <SessionActions
      session={session}
      choice={choice}
      busy={busy}
      onRefresh={() => void attempt(() => client.call('session.refresh', { systemId }))}
      onCancel={() => void attempt(() => client.call('session.cancel', { systemId }))}
      first={signIn}
    />
  );
  const facts = session.attempt === null && (
    <SessionFacts
      system={system}
      session={session}
      choice={signedIn ? null : choice}
      onSettings={settings.show}
    />
  );
  return (
    <SideSheet
      open
      onClose={onClose}
      title={t('session.title')}
      subtitle={system.name}
      footer={signedIn && actions}
      initialFocus={signIn}
    >
      <div className="flex flex-col gap-4">
        <SessionHeader session={session} />
        {cause.problem && <SignInProblem problem={cause.problem} onSettings={settings.show} />}
        {news && <SignInProblem problem={news} onSettings={settings.show} onDismiss={forget} />}
        {clockSkew !== null && (
          <Bar tone="warning">
            {t('session.clockSkew', { seconds: format.number(Math.abs(clockSkew)) })}
          </Bar>
        )}
        {session.attempt ? (
          <AttemptView attempt={session.attempt} system={system} />
        ) : (
          !signedIn && <BeforeSignIn session={session} choice={choice} onSettings={settings.show} />
        )}
        {!signedIn && <div className="flex">{actions}</div>}
        {session.attempt === null && !signedIn && (
          <Ways system={system} session={session} choice={choice} />
        )}
        <RouteSwitch session={session} />
        {signedIn && facts}
        <Folds session={session} settings={settings} tokens={tokens}>
          {!signedIn && facts}
        </Folds>
        {session.attempt?.certificateRequest && (
          <CertificateRequest request={session.attempt.certificateRequest} systemId={system.id} />
        )}
      </div>
    </SideSheet>
  );
}

interface BeforeSignInProps extends Pick<SheetProps, 'session'> {
  readonly choice: SignInChoice;
  readonly onSettings: () => void;
}

/** What signing in lacks, and what its button will do. */
function BeforeSignIn({ session, choice, onSettings }: BeforeSignInProps) {
  const t = useT();
  return (
    <>
      {choice.problem && choice.problem.code !== session.cause.problem?.code && (
        <SignInProblem problem={choice.problem} onSettings={onSettings} />
      )}
      <MissingParts missing={session.missing} onSettings={onSettings} />
      <p className="phrases">{t(`signIn.before.${choice.way}`)}</p>
    </>
  );
}

/** How to sign in; after a session's end the last way is taken, and others are behind a fold. */
function Ways({
  system,
  session,
  choice,
}: Omit<SheetProps, 'onClose'> & { readonly choice: SignInChoice }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const expired = session.state === 'expired';
  return (
    <div className="flex flex-col gap-4">
      {expired && (
        <FoldButton open={open} onFold={setOpen} className="self-start">
          {t('session.otherWay')}
        </FoldButton>
      )}
      {(!expired || open) && <SignInOptions system={system} session={session} choice={choice} />}
    </div>
  );
}

interface SettingsFold {
  readonly open: boolean;
  readonly setOpen: (open: boolean) => void;
  readonly section: RefObject<HTMLElement | null>;
  /** Opens them and moves the focus there. */
  readonly show: () => void;
}

function useSettingsFold(): SettingsFold {
  const [open, setOpen] = useState(false);
  const section = useRef<HTMLElement>(null);
  const show = () => {
    setOpen(true);
    requestAnimationFrame(() => {
      section.current?.scrollIntoView();
      section.current?.querySelector('input')?.focus();
    });
  };
  return { open, setOpen, section, show };
}

/** What is looked at seldom: the sign-in settings, and the token response as sent. */
function Folds({
  session,
  settings,
  tokens,
  children,
}: {
  readonly session: Session;
  readonly settings: SettingsFold;
  readonly tokens: Session['tokens'];
  /** Further folds, above them. */
  readonly children: ReactNode;
}) {
  const t = useT();
  return (
    <div className="divide-y divide-line border-line border-y">
      {children}
      <section ref={settings.section} className="scroll-mt-4 py-1.5">
        <FoldButton open={settings.open} onFold={settings.setOpen} className="ml-0">
          {t('signIn.settings.show')}
        </FoldButton>
        {settings.open && <SignInSettings session={session} />}
      </section>
      {tokens && <TokenResponse tokens={tokens} />}
    </div>
  );
}
