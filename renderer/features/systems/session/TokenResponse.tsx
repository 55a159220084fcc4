import { useState } from 'react';
import type { TokenFacts } from '../../../../preload/contract/systems/session.ts';
import { useT } from '../../../i18n/index.ts';
import { Facts, FoldButton, Mono, Time } from '../../../ui/index.ts';

/**
 * Shows the nine fields of the token response as the provider sent them, on request; for tokens only that they exist.
 */
export function TokenResponse({ tokens }: { readonly tokens: TokenFacts }) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const notSent = <span className="text-text-soft">{t('session.notSent')}</span>;
  const held = <span className="text-text-soft">{t('session.neverShown')}</span>;
  const shown = (value: string | number | null) =>
    value === null ? notSent : <Mono>{String(value)}</Mono>;
  return (
    <section className="flex flex-col gap-3 py-1.5">
      <FoldButton open={open} onFold={setOpen} className="ml-0 self-start">
        {t('signIn.response.show')}
      </FoldButton>
      {open && (
        <>
          <Facts
            items={[
              { label: t('session.received'), value: <Time at={Date.parse(tokens.receivedAt)} /> },
              {
                label: t('session.certificateBound'),
                value: t(tokens.certificateBound ? 'session.yes' : 'session.no'),
              },
              { label: 'access_token', value: held },
              { label: 'expires_in', value: shown(tokens.expiresIn) },
              {
                label: 'id_token',
                value:
                  tokens.idToken === null ? (
                    notSent
                  ) : (
                    <span className="text-text-soft">{t('session.decodedBelow')}</span>
                  ),
              },
              { label: 'refresh_expires_in', value: shown(tokens.refreshExpiresIn) },
              { label: 'refresh_token', value: tokens.refresh === 'none' ? notSent : held },
              { label: 'token_type', value: <Mono>{tokens.tokenType}</Mono> },
              {
                label: 'not-before-policy',
                value: (
                  <>
                    {shown(tokens.notBeforePolicy)}
                    {tokens.notBefore !== null && (
                      <span className="ml-2 text-text-soft">
                        <Time absolute at={Date.parse(tokens.notBefore)} />
                      </span>
                    )}
                  </>
                ),
              },
              { label: 'session_state', value: shown(tokens.sessionState || null) },
              { label: 'scope', value: shown(tokens.scope.join(' ') || null) },
            ]}
          />
          {tokens.idToken !== null && <Claims idToken={tokens.idToken} />}
        </>
      )}
    </section>
  );
}

/** Claims with times, in seconds since the epoch (OpenID Connect Core, section 2). */
const times = ['exp', 'iat', 'nbf', 'auth_time'];

function Claims({ idToken }: { readonly idToken: NonNullable<TokenFacts['idToken']> }) {
  const t = useT();
  return (
    <div>
      <h4 className="mb-2 font-medium text-small">{t('session.idToken')}</h4>
      <Facts
        items={Object.entries(idToken.claims).map(([label, value]) => ({
          label,
          value: (
            <>
              <Mono>{typeof value === 'string' ? value : JSON.stringify(value)}</Mono>
              {times.includes(label) && typeof value === 'number' && (
                <span className="ml-2 text-text-soft">
                  <Time absolute at={value * 1000} />
                </span>
              )}
            </>
          ),
        }))}
      />
    </div>
  );
}
