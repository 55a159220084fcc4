import { useState } from 'react';
import type { Session, TokenFacts } from '../../../../preload/contract/systems/session.ts';
import type { System } from '../../../../preload/contract/systems/systems.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useFollowed } from '../../../kit/index.ts';
import { Bar, Copyable, FoldButton, Mono, useNow } from '../../../ui/index.ts';
import { type FactRow, FactRows } from './FactRows.tsx';
import { useCertificateRow } from './useCertificateRow.ts';
import type { SignInChoice } from './useSignInChoice.ts';

interface SessionFactsProps {
  readonly system: System;
  readonly session: Session;
  /** What the next sign-in uses; null while signed in. */
  readonly choice: SignInChoice | null;
  readonly onSettings: () => void;
}

/** All facts of a session in one list, folded until signed in; never a token. */
export function SessionFacts({ system, session, choice, onSettings }: SessionFactsProps) {
  const t = useT();
  const certificateRow = useCertificateRow(system);
  const ofTokens = useTokenRows(session.tokens);
  const ofSignIn = useSignInRows(session, choice);
  /** The select above shows it. */
  const isSelected = choice?.byMain === true && choice.certificateId === system.certificateId;
  const { clientId, extraScopes, route } = session.settings;
  const scope = session.tokens?.scope ?? ['openid', ...extraScopes];
  const rows: FactRow[] = [
    ...(isSelected || (route === 'token' && system.certificateId === null) ? [] : [certificateRow]),
    ...ofSignIn.browser,
    ...ofTokens,
    { label: t('session.provider'), value: <Mono>{system.authUrl ?? ''}</Mono> },
    {
      label: t('session.client'),
      value: clientId === null ? t('session.none') : <Mono>{clientId}</Mono>,
      link: { label: t('session.change'), onPress: onSettings },
    },
    ...ofSignIn.redirect,
    { label: t('session.scope'), value: <Mono>{scope.join(' ') || '–'}</Mono> },
    ...(session.tokens === null
      ? []
      : [{ label: t('session.kept'), value: t(`signIn.keptIn.${session.tokens.storedIn}`) }]),
  ];
  return (
    <>
      {session.tokens !== null && session.tokens.scopeMissing.length > 0 && (
        <Bar tone="warning">
          {t('session.scopeMissing', { scopes: session.tokens.scopeMissing.join(' ') })}
        </Bar>
      )}
      {choice === null ? (
        <FactRows rows={rows} />
      ) : (
        // Without a Client ID the redirect URL is needed first, to create one.
        <FactsFold
          label={t('session.nextSignIn')}
          rows={rows}
          opened={session.missing.includes('client-id')}
        />
      )}
      {ofSignIn.certificate.length > 0 && (
        <FactsFold
          label={t('session.certificateDetails')}
          rows={isSelected ? [certificateRow, ...ofSignIn.certificate] : ofSignIn.certificate}
        />
      )}
    </>
  );
}

interface FactsFoldProps {
  readonly label: string;
  readonly rows: readonly FactRow[];
  /** Whether it is open at first. */
  readonly opened?: boolean;
}

function FactsFold({ label, rows, opened = false }: FactsFoldProps) {
  const [open, setOpen] = useState(opened);
  return (
    <section className="flex flex-col gap-1 py-1.5">
      <FoldButton open={open} onFold={setOpen} className="ml-0 self-start">
        {label}
      </FoldButton>
      {open && <FactRows rows={rows} />}
    </section>
  );
}

/** The time left of both tokens, counted down by the second. */
function useTokenRows(tokens: TokenFacts | null): FactRow[] {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  if (tokens === null) return [];
  const left = (at: string | null): string =>
    at === null
      ? t('session.unknown')
      : Date.parse(at) <= now
        ? t('session.over')
        : t('session.left', { left: format.duration(Date.parse(at) - now) });
  return [
    {
      label: t('session.accessToken'),
      value: <span className="tabular">{left(tokens.expiresAt)}</span>,
    },
    {
      label: t('session.refreshToken'),
      value: (
        <span className="tabular">
          {tokens.refresh === 'expires'
            ? left(tokens.refreshExpiresAt)
            : t(`signIn.refresh.${tokens.refresh}`)}
        </span>
      ),
    },
  ];
}

/** What the provider sees at the next sign-in: the certificate and the address it returns to. */
function useSignInRows(session: Session, choice: SignInChoice | null) {
  const t = useT();
  const format = useFormat();
  const certificates = useFollowed((stores) => stores.certificates).value?.certificates ?? [];
  if (choice === null) return { browser: [], certificate: [], redirect: [] };
  const { way, byMain, certificateId } = choice;
  const leaf = certificates.find(({ id }) => id === certificateId)?.leaf;
  const browser: FactRow[] = byMain
    ? []
    : [{ label: t('session.signInCertificate'), value: t('session.browserCertificate') }];
  const certificate: FactRow[] =
    !byMain || leaf === undefined
      ? []
      : [
          { label: t('certificates.facts.subject'), value: leaf.subject },
          { label: t('certificates.facts.issuer'), value: leaf.issuer },
          {
            label: t('certificates.facts.validity'),
            value: t('certificates.facts.fromTo', {
              from: format.date(Date.parse(leaf.notBefore)),
              to: format.date(Date.parse(leaf.notAfter)),
            }),
          },
        ];
  const redirect: FactRow[] = [
    {
      label: t('session.redirectUrl'),
      value: <Copyable name={t('session.redirectUrl')} value={session.redirectUrls[way]} />,
    },
  ];
  return { browser, certificate, redirect };
}
