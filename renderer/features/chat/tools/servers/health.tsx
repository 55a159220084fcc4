import { Circle } from 'lucide-react';
import type { ToolServer } from '../../../../../preload/contract/chat/tool-servers.ts';
import type { MachineState } from '../../../../../preload/contract/machines/machine-states.ts';
import { type Translate, useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { cx, StateMark, useNow } from '../../../../ui/index.ts';
import type { ServerRow } from './rows.ts';

/** Whether a server waits for the user, who has to sign in: nothing is broken. */
export function wantsSignIn({ state, problem, signIn }: ToolServer): boolean {
  return state === 'failed' && signIn !== null && problem?.code === 'tool-server-sign-in';
}

/** Whether the user is at its authorization server, or on the way there. */
const isSigningIn = ({ signIn }: ToolServer): boolean => signIn?.waiting != null;

type HealthProps = Pick<ServerRow, 'server' | 'changed'>;

function lookOf({ server, changed }: HealthProps): MachineState | 'off' {
  if (server === null) return 'up';
  const { state } = server;
  if (isSigningIn(server)) return 'degraded';
  if (state === 'off') return 'off';
  if (wantsSignIn(server)) return 'degraded';
  if (state === 'failed' || state === 'retry') return 'down';
  if (changed > 0) return 'degraded';
  return state === 'running' ? 'up' : 'unknown';
}

const words: Record<MachineState | 'off', string> = {
  up: 'text-up-text',
  degraded: 'text-degraded-text',
  down: 'text-down-text',
  maintenance: 'text-maintenance-text',
  unknown: 'text-text-soft',
  off: 'text-text-soft',
};

/** The shape of a server's state; its words stand beside it. */
export function HealthMark(props: HealthProps) {
  const look = lookOf(props);
  if (look === 'off') return <Circle size={12} aria-hidden className="shrink-0 text-unknown" />;
  return <StateMark state={look} silent wordHidden className="shrink-0" />;
}

function stateWords(t: Translate, props: HealthProps): string {
  const { server, changed } = props;
  if (server === null) return t('toolServers.states.ready');
  if (isSigningIn(server)) return t('toolServers.signIn.pending');
  if (wantsSignIn(server)) return t('toolServers.signIn.needed');
  if (lookOf(props) === 'degraded') return t('toolServers.changed', { count: changed });
  if (server.state === 'retry') return t('toolServers.stopped', { count: server.failures });
  return t(`toolServers.states.${server.state}`);
}

/** A server's state in words, with what follows from it. */
export function Health(props: HealthProps) {
  const { server } = props;
  const t = useT();
  const format = useFormat();
  const now = useNow();
  const wait = server?.retryAt == null ? null : Math.max(0, Date.parse(server.retryAt) - now);
  const note =
    server?.state === 'retry' && wait !== null
      ? t('toolServers.retryIn', { duration: format.duration(Math.ceil(wait / 1000) * 1000) })
      : server?.state === 'running' && server.answered !== null
        ? t('toolServers.milliseconds', { duration: format.number(Math.round(server.answered)) })
        : null;
  return (
    <span className="tabular">
      <span className={cx('font-medium', words[lookOf(props)])}>{stateWords(t, props)}</span>
      {note !== null && <span className="text-text-soft"> {note}</span>}
    </span>
  );
}
