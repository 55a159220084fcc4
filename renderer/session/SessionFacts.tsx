import { useState } from 'react';
import type { Session, TokenFacts } from '../../preload/contract/session.ts';
import { useT } from '../i18n/index.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { Bar, Button, Facts, Mono, Time, useNow } from '../ui/index.ts';

interface SessionFactsProps {
  readonly session: Session;
  readonly tokens: TokenFacts;
}

/** Everything the token response said, with live countdowns; never a token. */
export function SessionFacts({ session, tokens }: SessionFactsProps) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const [open, setOpen] = useState(false);
  const left = (at: string | null): string =>
    at === null
      ? t('session.unknown')
      : Date.parse(at) <= now
        ? t('session.over')
        : t('session.left', { left: format.duration(Date.parse(at) - now) });

  return (
    <section className="flex flex-col gap-3">
      {session.clockSkew !== null && (
        <Bar tone="warning">
          {t('session.clockSkew', { seconds: format.number(Math.abs(session.clockSkew)) })}
        </Bar>
      )}
      <Facts
        items={[
          {
            label: t('session.who'),
            value: session.who === null ? t('session.unknown') : session.who.name,
          },
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
                  : t(`session.refresh.${tokens.refresh}`)}
              </span>
            ),
          },
          {
            label: t('session.nextRefresh'),
            value: <span className="tabular">{left(session.refreshAt)}</span>,
          },
          { label: t('session.scope'), value: <Mono>{tokens.scope.join(' ') || '–'}</Mono> },
          {
            label: t('session.kept'),
            value: t(`session.keptIn.${tokens.kept}`),
          },
        ]}
      />
      {tokens.scopeMissing.length > 0 && (
        <Bar tone="warning">
          {t('session.scopeMissing', { scopes: tokens.scopeMissing.join(' ') })}
        </Bar>
      )}
      <Button
        variant="quiet"
        size="small"
        className="-ml-2 self-start"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {open ? t('common.hideDetails') : t('common.details')}
      </Button>
      {open && (
        <>
          <Facts
            items={[
              { label: 'token_type', value: <Mono>{tokens.tokenType}</Mono> },
              { label: 'expires_in', value: String(tokens.expiresIn ?? '–') },
              { label: 'refresh_expires_in', value: String(tokens.refreshExpiresIn ?? '–') },
              { label: 'session_state', value: <Mono>{tokens.sessionState ?? '–'}</Mono> },
              {
                label: 'not-before-policy',
                value: tokens.notBefore === null ? '–' : <Time at={Date.parse(tokens.notBefore)} />,
              },
              {
                label: t('session.received'),
                value: <Time at={Date.parse(tokens.receivedAt)} />,
              },
              {
                label: t('session.certificateBound'),
                value: t(tokens.certificateBound ? 'session.yes' : 'session.no'),
              },
            ]}
          />
          <div>
            <h4 className="mb-1 font-medium text-small text-text-soft">{t('session.idToken')}</h4>
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
              tabIndex={0}
              className="max-h-72 overflow-auto rounded-control border border-line bg-sunken p-3 font-mono text-mono"
            >
              {tokens.idToken === null
                ? t('session.noIdToken')
                : JSON.stringify(tokens.idToken.claims, null, 2)}
            </pre>
          </div>
        </>
      )}
    </section>
  );
}
