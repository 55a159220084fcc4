import type { AppErrorData } from '../../../preload/contract/errors.ts';
import { useT } from '../../i18n/index.ts';
import { Facts } from '../data/Facts.tsx';

/** An error's code and details, and the server's message. */
export function ErrorFacts({ error }: { readonly error: AppErrorData }) {
  const t = useT();
  const { server, ...others } = error.details;
  const rows = [
    { label: t('common.error.code'), value: error.code },
    ...Object.entries(others).map(([label, value]) => ({ label, value: String(value) })),
    ...(server === undefined ? [] : [{ label: t('common.error.server'), value: String(server) }]),
  ];
  return <Facts items={rows} mono />;
}
