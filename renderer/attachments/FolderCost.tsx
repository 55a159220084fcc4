import { maxAttachments } from '../../preload/contract/chat/attachments.ts';
import { useT } from '../i18n/index.ts';
import { useFormat } from '../i18n/useFormat.ts';
import { Meter } from '../ui/data/Meter.tsx';

interface FolderCostProps {
  /** Number of files. */
  readonly chosen: number;
  readonly tokens: number;
  readonly contextLength: number | null;
  /** More than a message may have. */
  readonly many: boolean;
}

/** The cost of the chosen files in the model's context. */
export function FolderCost({ chosen, tokens, contextLength, many }: FolderCostProps) {
  const t = useT();
  const format = useFormat();
  const files = t('attachments.folder.fileCount', { count: chosen });
  const summary =
    contextLength === null
      ? t('attachments.folder.count', { files, tokens: format.number(tokens) })
      : t('attachments.folder.countOf', {
          files,
          tokens: format.number(tokens),
          length: format.number(contextLength),
        });
  const tooLong = contextLength !== null && tokens > contextLength;

  return (
    <div role="status">
      {contextLength === null ? (
        <span className="text-small">{summary}</span>
      ) : (
        <Meter
          label={t('attachments.context')}
          value={tokens}
          max={contextLength}
          text={summary}
          textShown
          tone={tooLong ? 'trouble' : 'accent'}
        />
      )}
      {tooLong && (
        <p className="phrases text-small text-degraded-text">{t('attachments.folder.tooLong')}</p>
      )}
      {many && (
        <p className="text-small text-down-text">
          {t('attachments.folder.tooMany', { most: maxAttachments })}
        </p>
      )}
    </div>
  );
}
