import { FileX } from 'lucide-react';
import { useState } from 'react';
import type { Attachment } from '../../preload/contract/chat/attachments.ts';
import { useT } from '../i18n/index.ts';
import { Button, cx } from '../ui/index.ts';
import { Chip } from './Chip.tsx';
import { AttachmentDialog } from './detail/AttachmentDialog.tsx';
import { useSourceText } from './detail/factsText.ts';
import { useImage } from './taking/images.ts';

/** Files shown before the rest is offered. */
const few = 8;

/** The attachments of a sent message: images as pictures, other files as chips. */
export function MessageAttachments({
  attachments,
  side = 'end',
}: {
  readonly attachments: readonly Attachment[];
  /** Alignment: answers imported from another program have their attachments at the start. */
  readonly side?: 'start' | 'end';
}) {
  const t = useT();
  const [open, setOpen] = useState<Attachment | null>(null);
  const [all, setAll] = useState(false);
  if (attachments.length === 0) return null;
  // a missing file has no picture
  const isPicture = ({ kind, mode }: Attachment) => kind === 'image' && mode !== 'left-out';
  const images = attachments.filter(isPicture);
  const others = attachments.filter((one) => !isPicture(one));
  const shownImages = all ? images : images.slice(0, few);
  const shownOthers = all ? others : others.slice(0, few);
  const [alignment, justified] =
    side === 'end' ? ['items-end', 'justify-end'] : ['items-start', 'justify-start'];
  const rowClass = cx('flex flex-wrap gap-1.5', justified);
  const hidden = attachments.length - shownImages.length - shownOthers.length;
  return (
    <div className={cx('mb-2 flex max-w-[85%] flex-col gap-1.5', alignment)}>
      {shownImages.length > 0 && (
        <ul aria-label={t('attachments.list')} className={rowClass}>
          {shownImages.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list of a message never changes its order
            <li key={at}>
              <Picture attachment={one} onOpen={() => setOpen(one)} />
            </li>
          ))}
        </ul>
      )}
      {shownOthers.length > 0 && (
        <ul aria-label={t('attachments.list')} className={rowClass}>
          {shownOthers.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: as above
            <Chip key={at} name={one.name} attachment={one} onOpen={() => setOpen(one)} />
          ))}
        </ul>
      )}
      {(hidden > 0 || all) && (
        <Button size="small" variant="quiet" onClick={() => setAll(!all)}>
          {all ? t('attachments.fewer') : t('attachments.more', { count: hidden })}
        </Button>
      )}
      {open && <AttachmentDialog attachment={open} onClose={() => setOpen(null)} />}
    </div>
  );
}

interface PictureProps {
  readonly attachment: Attachment;
  readonly onOpen: () => void;
}

/** Reserves the picture's size, so that nothing moves when it loads. */
export function Picture({ attachment, onOpen }: PictureProps) {
  const t = useT();
  const source = useSourceText()(attachment);
  const { name, file } = attachment;
  const { address, problem } = useImage(file, name);
  const [width, height] = [file.width ?? 1, file.height ?? 1];
  const share = Math.min(1, 320 / width, 240 / height);
  const size = { width: Math.max(48, width * share), height: Math.max(48, height * share) };
  return (
    <button
      type="button"
      aria-label={t('attachments.open', { name })}
      {...(source && { title: source })}
      onClick={onOpen}
      style={size}
      className="block max-w-full overflow-hidden rounded-card border border-line bg-sunken"
    >
      {address !== null && (
        <img src={address} alt="" className="size-full object-contain" draggable={false} />
      )}
      {problem !== null && <FileX size={20} aria-hidden className="mx-auto text-text-soft" />}
    </button>
  );
}
