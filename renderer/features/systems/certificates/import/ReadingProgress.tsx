import { useT } from '../../../../i18n/index.ts';
import { Progress } from '../../../../ui/data/Progress.tsx';

import type { ReadProgress } from './useImport.ts';

/** What main is doing with a file, and how far the long part of it is. */
export function ReadingProgress({ progress }: { readonly progress: ReadProgress }) {
  const t = useT();
  const { phase, fraction } = progress;
  const known = phase === 'deriving-keys' && fraction > 0;
  return (
    <Progress label={t(`certificates.phases.${phase}`)} {...(known ? { value: fraction } : {})} />
  );
}
