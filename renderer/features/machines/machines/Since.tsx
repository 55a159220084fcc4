import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { Time } from '../../../ui/index.ts';
import type { Start } from './useTimes.ts';

/** Since when a machine has its status. */
export function Since({ start: { at, before } }: { readonly start: Start }) {
  const t = useT();
  const format = useFormat();
  if (!before) return <Time at={at} age />;
  return <span className="tabular">{t('machines.since.before', { when: format.brief(at) })}</span>;
}
