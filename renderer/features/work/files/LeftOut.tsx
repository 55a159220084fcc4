import { useT } from '../../../i18n/index.ts';

/** Says that a folder has more than the list shows. */
export function LeftOut({ count }: { readonly count: number | undefined }) {
  const t = useT();
  if (count === undefined || count === 0) return null;
  return <p className="px-3 py-2 text-small text-text-soft">{t('files.leftOut', { count })}</p>;
}
