import { useT } from '../../../../i18n/index.ts';
import { Progress } from '../../../../ui/data/Progress.tsx';

import type { ReadProgress } from './useImport.ts';

/** Main's current step with a file, and the progress of the long one. */
export function ReadingProgress({ progress }: { readonly progress: ReadProgress }) {
  const t = useT();
  const { phase, fraction } = progress;
  const known = phase === 'deriving-keys' && fraction > 0;
  return (
    <Progress label={t(`certificates.phases.${phase}`)} {...(known ? { value: fraction } : {})} />
  );
}
