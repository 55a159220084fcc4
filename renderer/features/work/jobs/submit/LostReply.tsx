import type { SentSubmission } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { Bar, Button, Time } from '../../../../ui/index.ts';

/** Whether nobody knows what became of it. */
export const isLost = ({ state }: SentSubmission): boolean =>
  state === 'not-known' || state === 'not-tellable';

interface LostReplyProps {
  readonly sent: SentSubmission;
  readonly systemName: string;
  readonly onSearch: () => void;
  readonly onDrop: () => void;
}

/** No reply came: the job may exist. The app searches the queue and sends nothing again. */
export function LostReply({ sent, systemName, onSearch, onDrop }: LostReplyProps) {
  const t = useT();
  const { name, machine, marker, searches, searchedAt } = sent;
  const searching = sent.state === 'not-known';
  return (
    <Bar tone="warning">
      <p className="font-medium">{t('jobs.lost.title', { name: systemName })}</p>
      <p className="text-text-soft">
        {searching
          ? t('jobs.lost.searching', { marker: marker ?? '', machine })
          : t('jobs.lost.notTellable', { job: name ?? machine })}{' '}
        {searching && searchedAt !== null && (
          <>
            {t('jobs.lost.searches', { count: searches })} (<Time at={searchedAt} />)
          </>
        )}
      </p>
      <span className="mt-1 flex flex-wrap gap-1">
        {searching && (
          <Button size="small" onClick={onSearch}>
            {t('jobs.lost.search')}
          </Button>
        )}
        <Button size="small" onClick={onDrop}>
          {t('jobs.lost.drop')}
        </Button>
      </span>
    </Bar>
  );
}
