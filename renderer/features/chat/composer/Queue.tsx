import { Clock, X } from 'lucide-react';
import type { QueuedMessage } from '../../../../preload/contract/conversation.ts';
import { useT } from '../../../i18n/index.ts';
import { Button, IconButton, useErrorText } from '../../../ui/index.ts';

interface QueueProps {
  readonly queued: readonly QueuedMessage[];
  readonly streaming: boolean;
  readonly onCancel: (queuedId: string) => void;
  readonly onSend: () => void;
}

/** The messages that wait for the running answer to end. */
export function Queue({ queued, streaming, onCancel, onSend }: QueueProps) {
  const t = useT();
  if (queued.length === 0) return null;
  return (
    <section
      aria-label={t('chat.queue.title')}
      className="mb-1.5 rounded-card border border-line bg-sunken text-small"
    >
      <ul className="max-h-32 overflow-y-auto py-0.5">
        {queued.map((one) => (
          <Queued key={one.id} queued={one} onCancel={() => onCancel(one.id)} />
        ))}
      </ul>
      {!streaming && (
        <div className="flex items-center gap-2 border-line border-t py-1 pr-1 pl-3 text-text-soft">
          <span className="phrases min-w-0 flex-1">{t('chat.queue.waits')}</span>
          <Button size="small" onClick={onSend}>
            {t('chat.queue.sendNow')}
          </Button>
        </div>
      )}
    </section>
  );
}

function Queued({
  queued,
  onCancel,
}: {
  readonly queued: QueuedMessage;
  readonly onCancel: () => void;
}) {
  const t = useT();
  const why = useErrorText(queued.problem);
  return (
    <li className="flex min-h-7 items-center gap-2 pr-1 pl-3">
      <Clock size={13} aria-hidden className="shrink-0 text-text-soft" />
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          {[queued.text, ...queued.attachments.map(({ name }) => name)].filter(Boolean).join(' · ')}
        </span>
        {why && (
          <span className="block text-down-text">
            {why.what} {why.next}
          </span>
        )}
      </span>
      <IconButton size="small" icon={X} label={t('chat.queue.cancel')} onClick={onCancel} />
    </li>
  );
}
