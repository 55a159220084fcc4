import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Dialog, DropZone, ErrorBar, useToasts } from '../../../ui/index.ts';
import { importConversations } from './importConversations.ts';

interface ImportDialogProps {
  readonly systemId: string;
  /** Was dropped on the list: it is taken in at once. */
  readonly dropped: File | null;
  readonly onClose: () => void;
}

/** Takes in conversations from a file of this app or of others, and says what came of it. */
export function ImportDialog({ systemId, dropped, onClose }: ImportDialogProps) {
  const t = useT();
  const format = useFormat();
  const { client, conversations } = useStores();
  const toasts = useToasts();
  const { busy, problem, attempt } = useProblem();
  const [count, setCount] = useState(0);

  const take = async (file: File) => {
    setCount(0);
    const done = await attempt(() =>
      importConversations({ client, systemId, file, onCount: setCount }),
    );
    if (done === null) return;
    const { ids, skipped } = done.value;
    const undo = () =>
      void conversations.carryOut(async () => {
        for (const id of ids) await client.call('conversations.remove', { id });
      });
    toasts.show({
      text:
        skipped === 0
          ? t('conversations.transfer.imported', { count: ids.length })
          : t('conversations.transfer.importedSkipped', { count: ids.length, skipped }),
      undo,
    });
    onClose();
  };
  const begun = useRef(false);
  useEffect(() => {
    if (dropped === null || begun.current) return;
    begun.current = true;
    void take(dropped);
  });
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open && !busy) onClose();
      }}
      title={t('conversations.transfer.importTitle')}
      description={t('conversations.transfer.importText')}
    >
      <div className="space-y-3">
        {problem && <ErrorBar error={problem} />}
        <DropZone
          label={
            !busy
              ? t('conversations.transfer.drop')
              : count === 0
                ? t('conversations.transfer.reading')
                : t('conversations.transfer.taking', { number: format.number(count) })
          }
          accept=".json,.zip,application/json,application/zip"
          busy={busy}
          onFiles={([file]) => {
            if (file !== undefined) void take(file);
          }}
        />
      </div>
    </Dialog>
  );
}
