import { useState } from 'react';
import { useStore } from 'zustand';
import { useT } from '../i18n/index.ts';
import { ErrorBar } from '../ui/index.ts';
import { Chip } from './Chip.tsx';
import { AttachmentDialog } from './detail/AttachmentDialog.tsx';
import type { Basket } from './taking/basket.ts';

/** The files of the message being written; nothing without files. */
export function BasketView({ basket }: { readonly basket: Basket }) {
  const t = useT();
  const { items, problem } = useStore(basket);
  const [openId, setOpenId] = useState<number | null>(null);
  const open = items.find(({ id }) => id === openId)?.attachment ?? null;
  if (items.length === 0 && problem === null) return null;
  return (
    <div className="px-2 pt-2">
      {problem && <ErrorBar error={problem} onDismiss={() => basket.forgetProblem()} />}
      <ul
        aria-label={t('attachments.list')}
        className="grid max-h-40 grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-1.5 overflow-y-auto"
      >
        {items.map(({ id, name, attachment, progress, problem: why }) => (
          <Chip
            key={id}
            name={name}
            attachment={attachment}
            progress={progress}
            problem={why}
            onOpen={() => setOpenId(id)}
            onShrink={() => setOpenId(id)}
            onRemove={() => basket.remove(id)}
          />
        ))}
      </ul>
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
