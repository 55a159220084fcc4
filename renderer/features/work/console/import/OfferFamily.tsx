import { useMemo, useState } from 'react';
import { familyOf } from '../../../../../common/compute/families.ts';
import type { System } from '../../../../../preload/contract/systems/systems.ts';
import type { ComputeApiChoice } from '../../../../../preload/contract/work/compute-api.ts';
import type { Operation } from '../../../../../preload/contract/work/console-descriptions.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Bar, ErrorBar, useToasts } from '../../../../ui/index.ts';

/** Offers Jobs and Files to a system without a compute API, where the description is of one that the app knows. */
export function OfferFamily(props: {
  readonly system: System;
  readonly operations: readonly Operation[] | null;
}) {
  const { system, operations } = props;
  const t = useT();
  const { client, systems } = useStores();
  const toasts = useToasts();
  const { busy, problem, attempt, forget } = useProblem();
  const [refused, setRefused] = useState(false);
  const found = useMemo(() => familyOf((operations ?? []).map(({ path }) => path)), [operations]);
  // slurmrestd has no files
  const gives = found?.family === 'slurm' ? 'jobs' : 'both';
  if (system.computeApi != null || found === null || refused) return null;
  const choose = (computeApi: ComputeApiChoice | null) =>
    client.call('systems.update', { id: system.id, computeApi });
  const use = () =>
    void attempt(async () => {
      await choose(found);
      toasts.show({
        text: t(`console.family.used.${gives}`),
        undo: () => {
          const now = systems.getState().value?.systems.find(({ id }) => id === system.id);
          // Another may have been chosen since.
          if (now?.computeApi?.family === found.family) void attempt(() => choose(null));
        },
      });
    });
  return (
    <div className="mx-6 mb-3 flex flex-col gap-2">
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      <Bar
        tone="note"
        action={{ label: t(`console.family.use.${gives}`), busy, onAction: use }}
        onDismiss={() => setRefused(true)}
      >
        {t(`console.family.text.${gives}`, { name: t(`connect.computeApi.${found.family}`) })}
      </Bar>
    </div>
  );
}
