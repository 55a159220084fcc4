import type { Session, TokenFacts } from '../../../../preload/contract/systems/session.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Bar, Facts, Mono, Time, useNow } from '../../../ui/index.ts';

interface SessionFactsProps {
  readonly session: Session;
  readonly tokens: TokenFacts;
}

/** The signed-in user and the remaining time, counted down by the second; never a token. */
export function SessionFacts({ session, tokens }: SessionFactsProps) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { refreshAt } = session;
  const left = (at: string | null): string =>
    at === null
      ? t('session.unknown')
      : Date.parse(at) <= now
        ? t('session.over')
        : t('session.left', { left: format.duration(Date.parse(at) - now) });
  const next =
    session.state === 'refreshing' || (refreshAt !== null && Date.parse(refreshAt) <= now)
      ? t('session.renewing')
      : refreshAt === null
        ? t('session.notByItself')
        : t('session.in', { left: format.duration(Date.parse(refreshAt) - now) });

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
          { label: t('session.nextRefresh'), value: <span className="tabular">{next}</span> },
          { label: t('session.received'), value: <Time at={Date.parse(tokens.receivedAt)} /> },
          { label: t('session.scope'), value: <Mono>{tokens.scope.join(' ') || '–'}</Mono> },
          { label: t('session.kept'), value: t(`session.keptIn.${tokens.kept}`) },
          {
            label: t('session.certificateBound'),
            value: t(tokens.certificateBound ? 'session.yes' : 'session.no'),
          },
        ]}
      />
      {tokens.scopeMissing.length > 0 && (
        <Bar tone="warning">
          {t('session.scopeMissing', { scopes: tokens.scopeMissing.join(' ') })}
        </Bar>
      )}
    </section>
  );
}
