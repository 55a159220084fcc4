import { plainName } from '../../../../common/texts/plain-name.ts';
import type {
  JobHappening,
  MachineChange,
  MachineNotification,
} from '../../../../preload/contract/machines/notifications.ts';
import { formatDuration } from '../../../i18n/format.ts';
import type { Language, Translate } from '../../../i18n/index.ts';

/** Describes a change in one line. */
export function changeText(change: MachineChange, t: Translate, language: Language): string {
  if (change.job !== undefined) return jobText(change, change.job, t, language);
  const { machine, state, status, lasted, atMost } = change;
  const duration = lasted === null ? '' : formatDuration(lasted, language);
  if (machine === null) {
    if (state !== 'up') return t('notices.unreached');
    if (lasted === null) return t('notices.reached');
    return atMost
      ? t('notices.reachedAtMost', { duration })
      : t('notices.reachedAfter', { duration });
  }
  const { name } = machine;
  if (state === 'up') {
    if (lasted === null) return t('notices.up', { name });
    return atMost
      ? t('notices.upAtMost', { name, duration })
      : t('notices.upAfter', { name, duration });
  }
  const word = t(`common.state.${state}`);
  return status === ''
    ? t('notices.is', { name, state: word })
    : t('notices.isWith', { name, state: word, status });
}

function jobText(
  { lasted, status }: MachineChange,
  { name, what, reason, limitSeconds }: JobHappening,
  t: Translate,
  language: Language,
): string {
  const said = t(`notices.jobs.${what}`, { job: name || status });
  const ofLimit = what !== 'started' && what !== 'lost' ? limitSeconds : null;
  const facts = [
    ...(reason === '' ? [] : [reason]),
    ...(lasted === null
      ? []
      : [t('notices.ranFor', { duration: formatDuration(lasted, language) })]),
    ...(ofLimit === null
      ? []
      : [t('notices.limitOf', { duration: formatDuration(ofLimit * 1000, language) })]),
  ];
  if (facts.length === 0) return said;
  return language === 'ja' ? `${said}（${facts.join('、')}）` : `${said} (${facts.join(', ')})`;
}

/** Returns a notification's texts: a single change is its title, several are counted. */
export function notificationText(
  notification: Pick<MachineNotification, 'changes' | 'more'>,
  system: string,
  t: Translate,
  language: Language,
): { readonly title: string; readonly body: string } {
  const { changes, more } = notification;
  const named = plainName(system);
  const lines = changes.map((change) => changeText(plain(change), t, language));
  const [only, ...others] = lines;
  if (only === undefined) return { title: named, body: t('notices.sample') };
  if (others.length === 0 && more === 0) return { title: only, body: named };
  const left = more === 0 ? [] : [t('notices.more', { count: more })];
  return {
    title: `${named}: ${t('notices.several', { count: changes.length + more })}`,
    body: [...lines, ...left].join('\n'),
  };
}

/** Makes the server's texts in it safe for one line. */
function plain(change: MachineChange): MachineChange {
  const { machine, status, job } = change;
  return {
    ...change,
    ...(job && { job: { ...job, name: plainName(job.name), reason: plainName(job.reason) } }),
    machine: machine && { ...machine, name: plainName(machine.name) },
    status: plainName(status),
  };
}
