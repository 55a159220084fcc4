import { useState } from 'react';
import { useStore } from 'zustand';
import { imagesOf } from '../../../preload/contract/attachments.ts';
import type { Model } from '../../../preload/contract/genai.ts';
import { useT } from '../../i18n/index.ts';
import { ErrorBar } from '../../ui/index.ts';
import { AttachmentDialog } from './AttachmentDialog.tsx';
import type { Basket } from './basket.ts';
import { Chip } from './Chip.tsx';

interface BasketViewProps {
  readonly basket: Basket;
  /** The model that will be asked, where it is known. */
  readonly model?: Pick<Model, 'id' | 'imageInput'> | undefined;
}

/** The files of the message that is being written; nothing where there are none. */
export function BasketView({ basket, model }: BasketViewProps) {
  const t = useT();
  const { items, problem } = useStore(basket);
  const [openId, setOpenId] = useState<number | null>(null);
  const open = items.find(({ id }) => id === openId)?.attachment ?? null;
  const images = items.some(({ attachment }) => attachment && imagesOf(attachment).length > 0);
  if (items.length === 0 && problem === null) return null;
  return (
    <div className="px-2 pt-2">
      {problem && <ErrorBar error={problem} onDismiss={() => basket.forgetProblem()} />}
      <ul
        aria-label={t('attachments.list')}
        className="flex max-h-40 flex-wrap gap-1.5 overflow-y-auto"
      >
        {items.map(({ id, name, attachment, progress, problem: why }) => (
          <Chip
            key={id}
            name={name}
            attachment={attachment}
            progress={progress}
            problem={why}
            onOpen={() => setOpenId(id)}
            onRemove={() => basket.remove(id)}
          />
        ))}
      </ul>
      {images && model?.imageInput === false && (
        <p role="status" className="phrases px-1 pt-1 text-small text-degraded-text">
          {t('attachments.notSeen', { model: model.id })}
        </p>
      )}
      {open !== null && openId !== null && (
        <AttachmentDialog
          attachment={open}
          onClose={() => setOpenId(null)}
          onChange={(attachment) => basket.change(openId, attachment)}
        />
      )}
    </div>
  );
}
