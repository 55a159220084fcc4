import { useT } from '../../../i18n/index.ts';
import { EmptyState, onDemand, Spinner } from '../../../ui/index.ts';

const NoCertificate = onDemand(() => import('./NoCertificate.tsx'));

interface NoMachinesProps {
  /** Requests have no credentials. */
  readonly anonymous: boolean;
  /** The last check failed, which is shown above. */
  readonly failed: boolean;
  readonly checking: boolean;
  /** A check succeeded: the list is empty. */
  readonly checked: boolean;
}

/** Placeholder while there are no machines to show. */
export function NoMachines({ anonymous, failed, checking, checked }: NoMachinesProps) {
  const t = useT();
  if (failed) return anonymous && <NoCertificate />;
  if (anonymous && !checking) return <NoCertificate />;
  if (checked)
    return <EmptyState title={t('machines.none.title')}>{t('machines.none.text')}</EmptyState>;
  return (
    <div className="px-3 pt-1 text-text-soft">
      <p className="flex items-center gap-2 pb-2 text-small">
        <Spinner size={14} />
        {t('machines.firstCheck')}
      </p>
      <Skeleton />
    </div>
  );
}

/** Widths of names, rem: rows where machines will be. */
const names = [6, 7.5, 5, 6.5, 8, 4.5];

function Skeleton() {
  return (
    <div aria-hidden className="border-line border-t [&_i]:rounded-small [&_i]:bg-pressed">
      {names.map((width) => (
        <div key={width} className="flex h-10 items-center gap-6 border-line border-b">
          <i className="h-3" style={{ width: `${width}rem` }} />
          <i className="ml-auto h-4 w-[55%]" />
          <i className="h-3 w-16 max-[60rem]:hidden" />
        </div>
      ))}
    </div>
  );
}
