import type { AppErrorData } from '../../preload/contract/errors.ts';
import { useT } from '../i18n/index.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { ErrorBar } from '../ui/index.ts';
import { readProblemText } from './readProblemText.ts';

/** Why a file cannot be imported: what it is, what that means, what to ask for. */
export function ReadProblem({ problem }: { readonly problem: AppErrorData }) {
  const t = useT();
  const format = useFormat();
  return <ErrorBar error={problem} text={readProblemText(problem, t, format)} />;
}
