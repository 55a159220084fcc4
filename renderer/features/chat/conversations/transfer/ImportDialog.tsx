import { useEffect, useRef, useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, Dialog, DropZone, ErrorBar, useCopy, useToasts } from '../../../../ui/index.ts';
import { ImportReportView, reportText } from './ImportReportView.tsx';
import { type ImportReport, importConversations } from './importConversations.ts';

interface ImportDialogProps {
  readonly systemId: string;
  /** A file dropped on the list: it is imported at once. */
  readonly dropped: File | null;
  readonly onClose: () => void;
}

/** Imports conversations from a file of this app or of others, and reports the result. */
export function ImportDialog({ systemId, dropped, onClose }: ImportDialogProps) {
  const t = useT();
  const format = useFormat();
  const { client, conversations } = useStores();
  const toasts = useToasts();
  const { copy } = useCopy();
  const { busy, problem, attempt } = useProblem();
  const [count, setCount] = useState(0);
  const [report, setReport] = useState<ImportReport | null>(null);

  const undo = ({ ids }: ImportReport) =>
    conversations.carryOut(async () => {
      for (const id of ids) await client.call('conversations.remove', { id });
    });
  const take = async (file: File) => {
    setCount(0);
    const done = await attempt(() =>
      importConversations({ client, systemId, file, onCount: setCount }),
    );
    if (done === null) return;
    const { ids, messages, files, skippedCount, problem: ended } = done.value;
    if (skippedCount > 0 || ended !== null) {
      setReport(done.value);
      return;
    }
    const [said, attached] = [format.number(messages), format.number(files)];
    toasts.show({
      text: t('conversations.transfer.imported', {
        count: ids.length,
        messages: said,
        files: attached,
      }),
      undo: () => void undo(done.value),
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
      busy={busy}
      onClose={onClose}
      title={t(
        report === null
          ? 'conversations.transfer.importTitle'
          : 'conversations.transfer.report.title',
      )}
      description={report === null ? t('conversations.transfer.importText') : undefined}
      footer={
        report && (
          <>
            <Button
              onClick={() => {
                void copy(reportText(report, t));
                toasts.show({ text: t('conversations.transfer.report.copied') });
              }}
            >
              {t('conversations.transfer.report.copy')}
            </Button>
            {report.ids.length > 0 && (
              <Button
                onClick={() => {
                  void undo(report);
                  onClose();
                }}
              >
                {t('conversations.transfer.report.undo')}
              </Button>
            )}
            <Button variant="primary" onClick={onClose}>
              {t('common.close')}
            </Button>
          </>
        )
      }
    >
      {report === null ? (
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
      ) : (
        <ImportReportView report={report} />
      )}
    </Dialog>
  );
}
