import { seeded } from '../../../common/seeded.ts';
import type { Planned } from './schedule.ts';

const users = ['suzuki', 'tanaka', 'meyer', 'okafor', 'rossi'] as const;
const names = ['cfd-wing', 'md-water', 'train-bert', 'qcd', 'ocean', 'postproc'] as const;
const groups = ['climate-2026', 'materials-07', 'demo-project'] as const;
const everyMs = 4 * 60_000;
const historyMs = 24 * 3_600_000;

/**
 * Returns other people's jobs on a machine: a function of machine and time. They share no slots with those of the
 * user, which would wait for hours.
 */
export function otherJobs(machine: string, now: number): Planned[] {
  const jobs: Planned[] = [];
  const salt = [...machine].reduce((sum, one) => sum * 31 + one.charCodeAt(0), 7) | 0;
  const last = Math.floor(now / everyMs);
  for (let number = last - Math.floor(historyMs / everyMs); number <= last; number += 1) {
    const random = seeded(salt + number);
    const pick = <T>(all: readonly [T, ...T[]]): T =>
      all[Math.floor(random() * all.length)] ?? all[0];
    const seconds = Math.floor(120 + random() ** 2 * 4 * 3600);
    const failed = random() < 0.1;
    const accepted = number * everyMs + Math.floor(random() * 60_000);
    const start = accepted + Math.floor(random() * 1_800_000);
    jobs.push({
      job: {
        id: 1_200_000 + (number % 100_000),
        task: null,
        machine,
        user: pick(users),
        request: {
          name: pick(names),
          group: pick(groups),
          resourceGroup: 'small',
          nodes: 2 ** Math.floor(random() * 6),
          elapseLimit: Math.ceil((seconds * 1.5) / 600) * 600,
          bulk: null,
          output: null,
          errors: null,
        },
        course: { printed: [], seconds, exitCode: failed ? 1 : 0 },
        accepted,
        cancelled: null,
      },
      start,
      end: start + 1000 + seconds * 1000,
      ending: 'ended',
    });
  }
  return jobs.filter(({ job, end }) => job.accepted <= now && end > now - historyMs);
}
