import { useEffect, useState } from 'react';
import { documentOf, textOf } from '../../../preload/contract/chat/attachments.ts';
import type { AppErrorData } from '../../../preload/contract/errors.ts';
import { useT } from '../../i18n/index.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { toProblem, useClient } from '../../kit/index.ts';
import { ErrorBar, Segmented, Spinner } from '../../ui/index.ts';
import { download } from '../taking/transfer.ts';
import type { DetailProps } from './props.ts';

/** Maximum characters drawn: more would block the window. */
const mostShown = 100_000;

/** The text of a file, and whether it is sent whole or read in parts. */
export default function TextDetail({ attachment, onChange }: DetailProps) {
  const t = useT();
  const format = useFormat();
  const { file, encoding } = attachment;
  const document = documentOf(attachment);
  const characters = format.number(file.characters ?? 0);
  return (
    <div className="flex flex-col gap-3">
      {onChange && <SendingMode attachment={attachment} onChange={onChange} />}
      {encoding !== null && (
        <p className="text-small text-text-soft">
          {document === null
            ? t('attachments.encoding', { characters, encoding: encoding.toUpperCase() })
            : t('attachments.document', { characters, kind: document.toUpperCase() })}
        </p>
      )}
      <TextPreview attachment={attachment} />
    </div>
  );
}

/** The choice between the whole text and a reference, with an explanation of each. */
export function SendingMode({ attachment, onChange }: Required<DetailProps>) {
  const t = useT();
  const format = useFormat();
  const { mode } = attachment;
  const tokens = format.number(textOf(attachment)?.tokens ?? 0);
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-1">
      <Segmented
        label={t('attachments.mode.label')}
        value={mode}
        options={[
          { value: 'whole', label: t('attachments.mode.whole') },
          { value: 'reference', label: t('attachments.mode.reference') },
        ]}
        onValueChange={(next) => onChange?.({ ...attachment, mode: next })}
      />
      <p className="phrases min-h-7 flex-1 text-small text-text-soft">
        {mode === 'whole'
          ? t('attachments.mode.wholeNote', { tokens })
          : t('attachments.mode.referenceNote')}
      </p>
    </div>
  );
}

/** The beginning of a stored text. */
export function TextPreview({ attachment }: Pick<DetailProps, 'attachment'>) {
  const t = useT();
  const client = useClient();
  const { name } = attachment;
  const hash = textOf(attachment)?.hash ?? null;
  const [text, setText] = useState<string | null>(null);
  const [problem, setProblem] = useState<AppErrorData | null>(null);
  useEffect(() => {
    if (hash === null) return;
    let gone = false;
    download(client, hash, name).then(
      (bytes) => {
        if (!gone) setText(new TextDecoder().decode(bytes));
      },
      (error: unknown) => {
        if (!gone) setProblem(toProblem(error));
      },
    );
    return () => {
      gone = true;
    };
  }, [client, hash, name]);
  if (problem) return <ErrorBar error={problem} />;
  if (text === null) return <Spinner label={t('common.working')} />;
  return (
    <>
      <pre
        dir="auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-[45dvh] overflow-auto rounded-control bg-sunken p-3 font-mono text-mono whitespace-pre"
      >
        {text.slice(0, mostShown)}
      </pre>
      {text.length > mostShown && (
        <p className="text-small text-text-soft">{t('attachments.cutPreview')}</p>
      )}
    </>
  );
}
