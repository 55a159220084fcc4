import { useState } from 'react';
import type { JobDetail, JobWishes } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Checkbox, ErrorBar } from '../../../../ui/index.ts';

const wishNames = ['start', 'end'] as const;

/** What the user wants to be told of a job. */
export function Wishes(props: { readonly systemId: string; readonly detail: JobDetail }) {
  const { systemId, detail } = props;
  const t = useT();
  const client = useClient();
  const [wishes, setWishes] = useState<JobWishes>(detail.wishes);
  const { problem, attempt, forget } = useProblem();
  const change = async (part: Partial<JobWishes>) => {
    const before = wishes;
    const changed = { ...wishes, ...part };
    setWishes(changed);
    const of = { systemId, key: detail.key };
    if (!(await attempt(() => client.call('jobs.wish', { ...of, wishes: changed })))) {
      setWishes(before);
    }
  };
  return (
    <section className="flex flex-col gap-1 rounded-control border border-line px-3 py-2">
      {wishNames.map((name) => (
        <Checkbox
          key={name}
          label={t(`jobs.wishes.${name}`)}
          checked={wishes[name]}
          onCheckedChange={(on) => void change({ [name]: on })}
        />
      ))}
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
    </section>
  );
}
