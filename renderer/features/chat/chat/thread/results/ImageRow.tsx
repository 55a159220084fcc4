import { FileX, Image as ImageIcon } from 'lucide-react';
import { useState } from 'react';
import type { Attachment } from '../../../../../../preload/contract/chat/attachments.ts';
import { AttachmentDialog, Picture } from '../../../../../attachments/index.ts';
import { useT } from '../../../../../i18n/index.ts';
import { useFormat } from '../../../../../i18n/useFormat.ts';
import { Button } from '../../../../../ui/index.ts';

/** An image of a result by its facts; it is drawn when the user asks for it. */
export function ImageRow({ attachment }: { readonly attachment: Attachment }) {
  const t = useT();
  const format = useFormat();
  const [shown, setShown] = useState(false);
  const [large, setLarge] = useState(false);
  const { name, file, mode } = attachment;
  const isGone = mode === 'left-out';
  const Icon = isGone ? FileX : ImageIcon;
  return (
    <li className="px-2.5 py-1">
      <div className="flex min-h-7 items-center gap-2">
        <Icon size={15} aria-hidden className="shrink-0 text-text-soft" />
        <bdi className="min-w-0 truncate">{name}</bdi>
        <span className="tabular shrink-0 text-small text-text-soft">
          {isGone
            ? t('attachments.gone')
            : t('toolServers.results.imageFacts', {
                width: file.width ?? 0,
                height: file.height ?? 0,
                size: format.bytes(file.size),
              })}
        </span>
        {!isGone && (
          <Button
            size="small"
            className="ml-auto shrink-0"
            aria-label={t(shown ? 'common.secret.hideNamed' : 'common.secret.showNamed', {
              name,
            })}
            aria-expanded={shown}
            onClick={() => setShown(!shown)}
          >
            {t(shown ? 'toolServers.results.hide' : 'toolServers.results.show')}
          </Button>
        )}
      </div>
      {shown && (
        <div className="pt-1 pb-1.5">
          <Picture attachment={attachment} onOpen={() => setLarge(true)} />
        </div>
      )}
      {large && <AttachmentDialog attachment={attachment} onClose={() => setLarge(false)} />}
    </li>
  );
}
