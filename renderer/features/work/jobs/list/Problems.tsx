import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import type { JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { ErrorBar, errorText } from '../../../../ui/index.ts';

interface ProblemsProps {
  readonly state: JobsState | null;
  readonly problem: AppErrorData | null;
  readonly onRetry: () => void;
}

/** Why nothing is known, and of which machines; those that failed alike are named together. */
export function Problems({ state, problem, onRetry }: ProblemsProps) {
  const t = useT();
  const alike = new Map<string, { readonly error: AppErrorData; readonly names: string[] }>();
  for (const { name, problem: error } of state?.machines ?? []) {
    if (error === null || error.code === problem?.code) continue;
    const what = errorText(error, t).what;
    const known = alike.get(what);
    if (known === undefined) alike.set(what, { error, names: [name] });
    else known.names.push(name);
  }
  return (
    <>
      {problem && <ErrorBar error={problem} onRetry={onRetry} />}
      {[...alike].map(([what, { error, names }]) => (
        <ErrorBar
          key={what}
          error={error}
          text={{
            ...errorText(error, t),
            what: t('jobs.ofMachines', { names: names.join(', '), what }),
          }}
        />
      ))}
    </>
  );
}
