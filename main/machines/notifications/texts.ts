import { formatDuration } from '../../../common/texts/duration.ts';
import type { Language } from '../../../common/texts/language.ts';
import { plainName } from '../../../common/texts/plain-name.ts';
import type { MachineState } from '../../../preload/contract/machines/machines.ts';
import type {
  JobHappening,
  MachineChange,
  MachineNotification,
} from '../../../preload/contract/machines/notifications.ts';

const texts = {
  en: {
    states: {
      up: 'Up',
      degraded: 'Degraded',
      down: 'Down',
      maintenance: 'Maintenance',
      unknown: 'Unknown',
    },
    isWith: (name: string, state: string, status: string) => `${name}: ${state} (${status})`,
    is: (name: string, state: string) => `${name}: ${state}`,
    up: (name: string) => `${name} is up again`,
    upAfter: (name: string, duration: string) => `${name} is up again after ${duration}`,
    upAtMost: (name: string, duration: string) => `${name} is up again after at most ${duration}`,
    unreached: 'The Web API cannot be reached',
    reached: 'The Web API can be reached again',
    reachedAfter: (duration: string) => `The Web API can be reached again after ${duration}`,
    reachedAtMost: (duration: string) =>
      `The Web API can be reached again after at most ${duration}`,
    several: (count: number) => `${count} ${count === 1 ? 'change' : 'changes'}`,
    more: (count: number) => `and ${count} more`,
    sample: 'This is a test notification.',
    jobs: {
      started: (job: string) => `${job} has started`,
      done: (job: string) => `${job} is done`,
      failed: (job: string) => `${job} has failed`,
      limit: (job: string) => `${job} reached its time limit`,
      cancelled: (job: string) => `${job} was cancelled`,
      ended: (job: string) => `${job} has ended`,
      lost: (job: string) => `${job} has ended; the system no longer says how`,
    },
    ranFor: (duration: string) => `ran for ${duration}`,
    limitOf: (duration: string) => `limit ${duration}`,
  },
  ja: {
    states: {
      up: '稼働中',
      degraded: '一部障害',
      down: '停止',
      maintenance: '保守中',
      unknown: '不明',
    },
    isWith: (name: string, state: string, status: string) => `${name}: ${state}（${status}）`,
    is: (name: string, state: string) => `${name}: ${state}`,
    up: (name: string) => `${name} が復旧しました`,
    upAfter: (name: string, duration: string) => `${name} が ${duration}ぶりに復旧しました`,
    upAtMost: (name: string, duration: string) => `${name} が復旧しました（最長 ${duration}）`,
    unreached: 'Web API に接続できません',
    reached: 'Web API に再び接続できるようになりました',
    reachedAfter: (duration: string) => `Web API に ${duration}ぶりに接続できるようになりました`,
    reachedAtMost: (duration: string) =>
      `Web API に再び接続できるようになりました（最長 ${duration}）`,
    several: (count: number) => `${count} 件の変化`,
    more: (count: number) => `ほか ${count} 件`,
    sample: 'これはテスト通知です。',
    jobs: {
      started: (job: string) => `${job} が開始しました`,
      done: (job: string) => `${job} が完了しました`,
      failed: (job: string) => `${job} が失敗しました`,
      limit: (job: string) => `${job} が実行時間の上限に達しました`,
      cancelled: (job: string) => `${job} が取り消されました`,
      ended: (job: string) => `${job} が終了しました`,
      lost: (job: string) => `${job} が終了しました（結果はシステムに残っていません）`,
    },
    ranFor: (duration: string) => `実行時間 ${duration}`,
    limitOf: (duration: string) => `上限 ${duration}`,
  },
} as const;

/** Returns a machine's state as a word. */
export function stateName(state: MachineState, language: Language): string {
  return texts[language].states[state];
}

function changeWords(change: MachineChange, language: Language): string {
  const t = texts[language];
  if (change.job !== undefined) return jobText(change, change.job, language);
  const { machine, state, lasted, atMost } = change;
  const duration = lasted === null ? '' : formatDuration(lasted, language);
  if (machine === null) {
    if (state !== 'up') return t.unreached;
    if (lasted === null) return t.reached;
    return atMost ? t.reachedAtMost(duration) : t.reachedAfter(duration);
  }
  const name = plainName(machine.name);
  if (state === 'up') {
    if (lasted === null) return t.up(name);
    return atMost ? t.upAtMost(name, duration) : t.upAfter(name, duration);
  }
  const status = plainName(change.status);
  return status === '' ? t.is(name, t.states[state]) : t.isWith(name, t.states[state], status);
}

function jobText({ lasted, status }: MachineChange, job: JobHappening, language: Language): string {
  const t = texts[language];
  const named = plainName(job.name) || plainName(status);
  const reason = plainName(job.reason);
  const facts = [
    ...(reason === '' ? [] : [reason]),
    ...(lasted === null ? [] : [t.ranFor(formatDuration(lasted, language))]),
    ...(job.limitSeconds === null || job.what === 'started' || job.what === 'lost'
      ? []
      : [t.limitOf(formatDuration(job.limitSeconds * 1000, language))]),
  ];
  const said = t.jobs[job.what](named);
  if (facts.length === 0) return said;
  return language === 'ja' ? `${said}（${facts.join('、')}）` : `${said} (${facts.join(', ')})`;
}

/** Returns the text of a notification of the operating system: one change is its title, for several their number. */
export function notificationText(
  { changes, more }: Pick<MachineNotification, 'changes' | 'more'>,
  system: string,
  language: Language,
): { readonly title: string; readonly body: string } {
  const t = texts[language];
  const named = plainName(system);
  const lines = changes.map((change) => changeWords(change, language));
  const [only, ...others] = lines;
  if (only === undefined) return { title: named, body: t.sample };
  if (others.length === 0 && more === 0) return { title: only, body: named };
  const left = more === 0 ? [] : [t.more(more)];
  return {
    title: `${named}: ${t.several(changes.length + more)}`,
    body: [...lines, ...left].join('\n'),
  };
}
