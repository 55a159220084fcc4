import { useT } from '../../i18n/index.ts';
import { Dialog, onDemand, Spinner } from '../../ui/index.ts';
import { useFactsText, useSourceText } from './factsText.ts';
import type { DetailProps } from './props.ts';

function Working() {
  const t = useT();
  return <Spinner label={t('common.working')} />;
}
const ImageDetail = onDemand(() => import('./ImageDetail.tsx'), Working);
const TextDetail = onDemand(() => import('./TextDetail.tsx'), Working);
const PdfDetail = onDemand(() => import('./PdfDetail.tsx'), Working);

interface AttachmentDialogProps extends DetailProps {
  readonly onClose: () => void;
}

/** An attached file in large, with the choice how to send it while that is possible. */
export function AttachmentDialog({ attachment, onChange, onClose }: AttachmentDialogProps) {
  const t = useT();
  const factsOf = useFactsText();
  const source = useSourceText()(attachment);
  const { name, kind, mode } = attachment;
  const Detail = kind === 'image' ? ImageDetail : kind === 'pdf' ? PdfDetail : TextDetail;
  return (
    <Dialog open size="large" title={name} description={factsOf(attachment)} onClose={onClose}>
      {source !== null && (
        <p
          tabIndex={source.length > 300 ? 0 : undefined}
          className="mb-3 max-h-24 overflow-y-auto text-small text-text-soft wrap-anywhere"
        >
          {source}
        </p>
      )}
      {mode === 'left-out' ? (
        <p className="phrases text-body">{t('attachments.goneNote')}</p>
      ) : (
        <Detail attachment={attachment} onChange={onChange} />
      )}
    </Dialog>
  );
}
