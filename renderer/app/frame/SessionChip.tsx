import { ShieldCheck, ShieldOff } from 'lucide-react';
import type { Session } from '../../../preload/contract/systems/session.ts';
import { commonName } from '../../features/systems/certificates/index.ts';
import { useT } from '../../i18n/index.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { certificateById, useFollowed, useSystem } from '../../kit/index.ts';
import { useCommand } from '../../kit/useCommand.ts';
import { cx, Ring, useNow, VisuallyHidden } from '../../ui/index.ts';

/** The identity that the Web API sees and its route; with a token, the time left as a ring. Opens the session. */
export function SessionChip({ collapsed }: { readonly collapsed: boolean }) {
  const t = useT();
  const { run: openSession } = useCommand('session');
  const system = useSystem();
  const followed = useFollowed((stores) => stores.session);
  const session = followed.value;
  const certificates = useFollowed((stores) => stores.certificates);
  const certificate = certificateById(certificates, system?.certificateId);
  // until main has sent both, or failed to, show no claim
  const isKnown = [followed, certificates].every(
    ({ value, problem }) => value !== null || problem !== null,
  );
  const route = session?.settings.route ?? 'certificate';
  const byToken = route !== 'certificate';
  const signedIn = session?.state === 'active' || session?.state === 'refreshing';
  const good = byToken ? signedIn : certificate !== null;
  const who =
    (byToken ? session?.who?.name : undefined) ??
    (certificate
      ? commonName(certificate.leaf.subject)
      : t(route === 'token' ? 'session.chip.nobody' : 'frame.session.nobody'));
  const how = !byToken
    ? t(certificate ? 'session.chip.certificate' : 'frame.session.missing')
    : signedIn
      ? t(`session.chip.${route}`)
      : session?.state === 'authorizing'
        ? t('session.chip.authorizing')
        : t(session?.state === 'expired' ? 'session.chip.expired' : 'session.chip.notSignedIn');
  const Icon = good ? ShieldCheck : ShieldOff;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={openSession}
      className={cx(
        'flex min-h-9 min-w-0 flex-1 items-center gap-2 rounded-control py-0.5 text-left hover:bg-hover active:bg-pressed',
        collapsed ? 'w-full justify-center' : 'px-2.5',
      )}
    >
      {byToken && signedIn && session ? (
        <TimeLeft session={session} />
      ) : (
        <Icon
          size={15}
          aria-hidden
          className={cx(
            'shrink-0',
            good ? 'text-accent-text' : 'text-text-faint',
            !isKnown && 'invisible',
          )}
        />
      )}
      <VisuallyHidden>{t('frame.session.title')}:</VisuallyHidden>
      <span
        className={cx(collapsed ? 'sr-only' : 'min-w-0 leading-tight', !isKnown && 'invisible')}
      >
        <span className="block truncate text-small font-medium text-text">{who}</span>
        <span className="block truncate text-tiny text-text-soft">{how}</span>
      </span>
    </button>
  );
}

function TimeLeft({ session }: { readonly session: Session }) {
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const { tokens } = session;
  if (tokens?.expiresAt == null) {
    return <ShieldCheck size={15} aria-hidden className="shrink-0 text-accent-text" />;
  }
  const left = Math.max(0, Date.parse(tokens.expiresAt) - now);
  const whole = (tokens.expiresIn ?? 0) * 1000;
  return (
    <Ring
      size={15}
      value={whole > 0 ? Math.min(1, left / whole) : 1}
      label={t('session.chip.left', { left: format.duration(left) })}
    />
  );
}
