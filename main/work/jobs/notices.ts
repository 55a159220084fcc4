import type {
  JobHappening,
  MachineChange,
} from '../../../preload/contract/machines/notifications.ts';
import type { Happening, Tracked } from './tracked.ts';
import { trackedKey } from './view.ts';

/** Returns what the user is to be told, and marks it as told: each once. */
export function noticesOf(
  happened: readonly { readonly one: Tracked; readonly what: Happening }[],
): MachineChange[] {
  return happened.flatMap(({ one, what }) => {
    const { wishes, told } = one;
    const kind = ({ started: 'start', ended: 'end', lost: 'lost' } as const)[what];
    const isWanted = kind === 'start' ? wishes.start : wishes.end;
    if (told[kind]) return [];
    one.told = { ...told, [kind]: true };
    return isWanted ? [changeOf(one, what)] : [];
  });
}

function changeOf(one: Tracked, what: Happening): MachineChange {
  const { job } = one;
  const ran = job.startedAt === null || one.endedAt === null ? null : one.endedAt - job.startedAt;
  return {
    machine: { name: job.machine, nth: 0 },
    state: 'unknown',
    status: job.id,
    lasted: what === 'ended' && ran !== null ? Math.max(0, ran) : null,
    atMost: false,
    job: {
      key: trackedKey(one),
      name: job.name ?? job.id,
      what: whatOf(one, what),
      reason: job.reason ?? (job.exitCode ? String(job.exitCode) : ''),
      limitSeconds: job.limitSeconds,
    },
  };
}

function whatOf({ job }: Tracked, what: Happening): JobHappening['what'] {
  if (what !== 'ended') return what;
  const { state } = job;
  const isKnown =
    state === 'done' || state === 'failed' || state === 'limit' || state === 'cancelled';
  return isKnown ? state : 'ended';
}
