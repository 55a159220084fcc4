import type { PolicySource } from '../../../preload/contract/settings/policy.ts';
import { useT } from '../../i18n/index.ts';
import { faultText } from '../../ui/index.ts';

/** Why a policy cannot be followed: what to do, the position in its file, and the error there. */
export function PolicyProblem({ problem }: { readonly problem: PolicySource['problem'] }) {
  const t = useT();
  if (problem === null) return null;
  const { code, where, fault, line, column } = problem;
  const place = {
    ...(fault !== null && { fault }),
    ...(line !== null && { line }),
    ...(where === '' ? column !== null && { column } : { field: where }),
  };
  const isPlaced = fault !== null || where !== '';
  return (
    <>
      <span className="block">{t(`policy.problems.${code}`)}</span>
      {isPlaced && (
        <span className="block wrap-anywhere">
          {fault === null ? t('policy.field', { where }) : faultText(place, t)}
        </span>
      )}
    </>
  );
}
