import {
  FileCode,
  FileText,
  FileWarning,
  FileX,
  Image as ImageIcon,
  Minimize2,
  X,
} from 'lucide-react';
import { type Attachment, documentOf } from '../../preload/contract/chat/attachments.ts';
import type { AppErrorData } from '../../preload/contract/errors.ts';
import { useT } from '../i18n/index.ts';
import { cx, IconButton, Spinner, useErrorText } from '../ui/index.ts';
import { useFactsText, useSourceText } from './detail/factsText.ts';
import { useImage, usualSide } from './taking/images.ts';

interface ChipProps {
  readonly name: string;
  readonly attachment: Attachment | null;
  readonly progress?: number;
  readonly problem?: AppErrorData | null;
  readonly onOpen: () => void;
  /** Offers to make an image smaller; absent if it cannot be changed. */
  readonly onShrink?: () => void;
  /** Absent if it cannot be removed. */
  readonly onRemove?: () => void;
}

/** One attached file as a chip; a click opens it. */
export function Chip({
  name,
  attachment,
  progress = 1,
  problem = null,
  onOpen,
  onShrink,
  onRemove,
}: ChipProps) {
  const t = useT();
  const factsOf = useFactsText();
  const sourceOf = useSourceText();
  const source = attachment && sourceOf(attachment);
  const why = useErrorText(problem);
  const face = (
    <>
      <span className="flex size-8 shrink-0 items-center justify-center overflow-hidden rounded-small bg-sunken text-text-soft">
        <Face attachment={attachment} failed={problem !== null} />
      </span>
      <span className="min-w-0 flex-1 text-left">
        <span dir="auto" className="block truncate text-body" title={name}>
          {name}
        </span>
        <span className={cx('phrases block text-small', why ? 'text-down-text' : 'text-text-soft')}>
          {why
            ? `${why.what} ${why.meaning} ${why.next}`
            : attachment === null
              ? ''
              : factsOf(attachment)}
        </span>
        {source && (
          <span className="block truncate text-small text-text-soft" title={source}>
            {source}
          </span>
        )}
        {attachment === null && problem === null && (
          <progress
            aria-label={t('attachments.reading', { name })}
            value={progress}
            max={1}
            className="block h-1 w-full accent-accent"
          />
        )}
      </span>
    </>
  );
  const shape = 'flex min-w-0 flex-1 items-center gap-2 rounded-control p-1 pr-2';
  return (
    <li
      className={cx(
        'flex min-w-0 items-center rounded-control border border-line bg-surface',
        onRemove ? why && 'col-span-full' : 'w-56 max-w-full',
      )}
    >
      {attachment === null ? (
        <div className={shape}>{face}</div>
      ) : (
        <button type="button" onClick={onOpen} className={cx(shape, 'hover:bg-hover')}>
          {face}
        </button>
      )}
      {onShrink && isLarge(attachment) && (
        <IconButton
          size="small"
          icon={Minimize2}
          label={t('attachments.image.shrinkOne', { name })}
          onClick={onShrink}
        />
      )}
      {onRemove && (
        <IconButton
          size="small"
          icon={X}
          label={t('attachments.remove', { name })}
          onClick={onRemove}
          className="mr-1"
        />
      )}
    </li>
  );
}

/** An image with more pixels than models commonly look at. */
function isLarge(attachment: Attachment | null): boolean {
  if (attachment?.kind !== 'image' || attachment.mode === 'left-out') return false;
  const { width, height } = attachment.file;
  return Math.max(width ?? 0, height ?? 0) > usualSide;
}

function Face({ attachment, failed }: { attachment: Attachment | null; failed: boolean }) {
  if (failed) return <FileWarning size={16} aria-hidden className="text-down-text" />;
  if (attachment === null) return <Spinner size={14} />;
  const { kind, file, mode } = attachment;
  if (mode === 'left-out') return <FileX size={16} aria-hidden />;
  if (kind === 'image') return <Thumbnail attachment={attachment} />;
  const isCode = kind === 'text' && file.type === 'text/plain' && documentOf(attachment) === null;
  const Icon = isCode ? FileCode : FileText;
  return <Icon size={16} aria-hidden />;
}

function Thumbnail({ attachment: { file, name } }: { readonly attachment: Attachment }) {
  const { address } = useImage(file, name);
  if (address === null) return <ImageIcon size={16} aria-hidden />;
  return <img src={address} alt="" className="size-full object-cover" />;
}
