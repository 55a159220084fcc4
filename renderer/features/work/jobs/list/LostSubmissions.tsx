import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useClient } from '../../../../kit/index.ts';
import type { Attempt } from '../../../../kit/useProblem.ts';
import { isLost, LostReply } from '../submit/LostReply.tsx';

interface LostSubmissionsProps {
  readonly system: System;
  readonly submissions: JobsState['submissions'];
  readonly attempt: Attempt;
}

/** Submissions without a reply, also of an earlier start of the app. */
export function LostSubmissions({ system, submissions, attempt }: LostSubmissionsProps) {
  const client = useClient();
  const of = (id: string) => ({ systemId: system.id, id });
  return submissions
    .filter(isLost)
    .map((sent) => (
      <LostReply
        key={sent.id}
        sent={sent}
        systemName={system.name}
        onSearch={() => void attempt(() => client.call('jobs.search', of(sent.id)))}
        onDrop={() => void attempt(() => client.call('jobs.drop', of(sent.id)))}
      />
    ));
}
