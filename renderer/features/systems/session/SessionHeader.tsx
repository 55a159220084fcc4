import { ShieldCheck, ShieldOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Session } from '../../../../preload/contract/systems/session.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Ring, useNow } from '../../../ui/index.ts';

interface IdentityProps {
  readonly good: boolean;
  /** The person; null if unknown. */
  readonly who: string | null;
  /** Share of the access token's lifetime that is left; null without one. */
  readonly left?: { readonly share: number; readonly label: string } | null;
  /** How the person is authenticated. */
  readonly children: ReactNode;
}

/** Who the calls are made as, with a mark or the time left as a ring. */
export function Identity({ good, who, left = null, children }: IdentityProps) {
  const Icon = good ? ShieldCheck : ShieldOff;
  return (
    <div className="flex items-center gap-4">
      <span className="relative flex size-12 shrink-0 items-center justify-center rounded-full bg-accent-soft">
        {left && (
          <span className="absolute inset-0">
            <Ring size={48} value={left.share} label={left.label} />
          </span>
        )}
        <Icon size={20} aria-hidden className={good ? 'text-accent-text' : 'text-text-faint'} />
      </span>
      <div className="min-w-0">
        {who !== null && <p className="text-heading font-medium wrap-anywhere">{who}</p>}
        {children}
      </div>
    </div>
  );
}

/** Who is signed in, the session's state and its cause. */
export function SessionHeader({ session }: { readonly session: Session }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { state, cause, tokens, refreshAt } = session;
  const signedIn = state === 'active' || state === 'refreshing';
  const remaining =
    signedIn && tokens?.expiresAt != null ? Math.max(0, Date.parse(tokens.expiresAt) - now) : null;
  const whole = (tokens?.expiresIn ?? 0) * 1000;
  const renewsIn = refreshAt === null ? 0 : Date.parse(refreshAt) - now;
  return (
    <Identity
      good={signedIn}
      who={session.who?.name ?? null}
      left={
        remaining === null
          ? null
          : {
              share: whole > 0 ? Math.min(1, remaining / whole) : 1,
              label: t('session.chip.left', { left: format.duration(remaining) }),
            }
      }
    >
      <div className="flex flex-wrap">
        <h3 className={session.who === null ? 'text-heading font-medium' : 'text-text-soft'}>
          {t(`signIn.states.${state}`)}
        </h3>
        {state === 'active' && renewsIn > 0 && (
          <span className="tabular whitespace-pre text-text-soft">
            {t('session.renewsIn', { left: format.duration(renewsIn) })}
          </span>
        )}
      </div>
      <p role="status" className="phrases text-small text-text-soft">
        {t(`signIn.causes.${cause.code}`)}
      </p>
    </Identity>
  );
}
