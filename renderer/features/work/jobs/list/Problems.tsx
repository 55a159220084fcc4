import { CircleAlert } from 'lucide-react';
import { useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { JobMachine, JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Button, ErrorBar, errorText } from '../../../../ui/index.ts';

interface ProblemsProps {
  readonly state: JobsState | null;
  readonly problem: AppErrorData | null;
  readonly onRetry: () => void;
}

interface Alike {
  readonly error: AppErrorData;
  readonly machines: JobMachine[];
}

/**
 * Why nothing is known: a bar. A machine among others that answered is a line, as it is of no use to most: those that
 * failed alike are named together.
 */
export function Problems({ state, problem, onRetry }: ProblemsProps) {
  const t = useT();
  const machines = state?.machines ?? [];
  const alike = new Map<string, Alike>();
  for (const machine of machines) {
    const { problem: error } = machine;
    if (error === null || error.code === problem?.code) continue;
    const { what } = errorText(error, t);
    const known = alike.get(what);
    if (known === undefined) alike.set(what, { error, machines: [machine] });
    else known.machines.push(machine);
  }
  const noneAnswered = machines.every((machine) => machine.problem !== null);
  return (
    <>
      {problem && <ErrorBar error={problem} onRetry={onRetry} />}
      {[...alike].map(([what, one]) =>
        noneAnswered ? (
          <MachinesBar key={what} {...one} />
        ) : (
          <MachinesLine key={what} onRetry={onRetry} {...one} />
        ),
      )}
    </>
  );
}

function MachinesBar({ error, machines, onRetry }: Alike & { readonly onRetry?: () => void }) {
  const t = useT();
  const text = errorText(error, t);
  const names = machines.map(({ name }) => name).join(', ');
  const what = t('jobs.ofMachines', { names, what: text.what });
  return <ErrorBar error={error} text={{ ...text, what }} {...(onRetry && { onRetry })} />;
}

/** The machines without an answer, and as of when their jobs are; the error on request. */
function MachinesLine({ error, machines, onRetry }: Alike & { readonly onRetry: () => void }) {
  const t = useT();
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const names = machines.map(({ name }) => name).join(', ');
  const times = machines.flatMap(({ answeredAt }) => answeredAt ?? []);
  const when = times.length === 0 ? null : format.brief(Math.min(...times));
  return (
    <>
      <p className="flex min-w-0 items-center gap-1.5 text-small text-text-soft">
        <CircleAlert size={14} aria-hidden className="shrink-0" />
        <span className="min-w-0 truncate">
          {when === null
            ? t('jobs.notReachable', { names })
            : t('jobs.notReachableSince', { names, when })}
        </span>
        <Button variant="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('common.details')}
        </Button>
      </p>
      {open && <MachinesBar error={error} machines={machines} onRetry={onRetry} />}
    </>
  );
}
