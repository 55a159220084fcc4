import { Check, Copy, Download } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { AppErrorData } from '../../../../../preload/contract/errors.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { toProblem, useClient } from '../../../../kit/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, LongText, Spinner, useCopy } from '../../../../ui/index.ts';

interface SentDialogProps {
  readonly messageId: string;
  /** It is streaming: its request may still be on its way out. */
  readonly running: boolean;
  readonly onClose: () => void;
}

/** The original request for an answer, as sent. */
export default function SentDialog({ messageId, running, onClose }: SentDialogProps) {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const { problem, attempt } = useProblem();
  const { copied, copy } = useCopy();
  const sent = useSent(messageId, running);
  const request = sent?.request ?? null;
  const save = () =>
    attempt(async () => {
      if (request === null) return;
      const saved = await client.call('app.saveText', { name: 'request.json', text: request });
      if (saved.kind === 'download') download(saved);
    });
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('chat.sent.title')}
      description={t('chat.sent.text')}
      footer={
        request !== null && (
          <>
            <span className="tabular mr-auto self-center text-small text-text-soft">
              {t('chat.sent.size', { size: format.bytes(new Blob([request]).size) })}
            </span>
            <Button icon={copied ? Check : Copy} onClick={() => void copy(request)}>
              {copied ? t('common.copied') : t('chat.sent.copy')}
            </Button>
            <Button icon={Download} onClick={() => void save()}>
              {t('chat.sent.save')}
            </Button>
          </>
        )
      }
    >
      {problem && <ErrorBar error={problem} />}
      {sent === null && <Spinner />}
      {sent?.problem != null && <ErrorBar error={sent.problem} />}
      {sent !== null && sent.problem === null && request === null && (
        <p className="phrases py-2 text-text-soft">
          {t(running ? 'chat.sent.notYet' : 'chat.sent.none')}
        </p>
      )}
      {request !== null && (
        <section
          aria-label={t('chat.sent.request')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
          tabIndex={0}
          className="control-edge max-h-[60dvh] overflow-y-auto rounded-control bg-surface px-3 py-2"
        >
          <LongText text={request} className="font-mono text-small" />
        </section>
      )}
    </Dialog>
  );
}

function useSent(messageId: string, running: boolean) {
  const client = useClient();
  const [sent, setSent] = useState<{
    readonly request: string | null;
    readonly problem: AppErrorData | null;
  } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was not there yet is there when the answer ends
  useEffect(() => {
    let open = true;
    client.call('requests.sent', { messageId }).then(
      ({ request }) => open && setSent({ request, problem: null }),
      (error: unknown) => open && setSent({ request: null, problem: toProblem(error) }),
    );
    return () => {
      open = false;
    };
  }, [client, messageId, running]);
  return sent;
}
