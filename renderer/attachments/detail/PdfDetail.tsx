import { useEffect, useRef, useState } from 'react';
import type { SentImage } from '../../../preload/contract/chat/attachments.ts';
import { useT } from '../../i18n/index.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { useClient } from '../../kit/index.ts';
import { useProblem } from '../../kit/useProblem.ts';
import { Progress } from '../../ui/data/Progress.tsx';
import { Button, ErrorBar, TextField } from '../../ui/index.ts';
import { useImage, usualSide } from '../taking/images.ts';
import { maxPages, pagesOf } from '../taking/pdf/ranges.ts';
import { download, upload } from '../taking/transfer.ts';
import type { DetailProps } from './props.ts';
import { SendingMode, TextPreview } from './TextDetail.tsx';

/** The text of a PDF, and the choice of pages sent as images. */
export default function PdfDetail({ attachment, onChange }: DetailProps) {
  const t = useT();
  const { text, images, readUntil, pages } = attachment;
  return (
    <div className="flex flex-col gap-3">
      {text === null ? (
        <p className="phrases text-body">{t('attachments.pdf.scan')}</p>
      ) : (
        <>
          {onChange && <SendingMode attachment={attachment} onChange={onChange} />}
          <h3 className="text-body font-medium">{t('attachments.pdf.text')}</h3>
          {readUntil !== undefined && (
            <p className="phrases text-body">
              {t('attachments.pdf.cut', { page: readUntil, pages: pages ?? 0 })}
            </p>
          )}
          <TextPreview attachment={attachment} />
        </>
      )}
      {onChange && <PageImages attachment={attachment} onChange={onChange} />}
      {images.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {images.map((image) => (
            <PageImage key={image.hash} image={image} name={attachment.name} />
          ))}
        </ul>
      )}
    </div>
  );
}

function PageImage({ image, name }: { readonly image: SentImage; readonly name: string }) {
  const t = useT();
  const { address } = useImage(image, name);
  const label = t('attachments.pdf.page', { page: image.page ?? 0 });
  return (
    <li className="w-28 text-center text-small text-text-soft">
      <span className="block h-36 overflow-hidden rounded-control border border-line bg-sunken">
        {address !== null && <img src={address} alt={label} className="size-full object-contain" />}
      </span>
      <span aria-hidden>{label}</span>
    </li>
  );
}

/** Draws pages as images, on request. */
function PageImages({ attachment, onChange }: Required<DetailProps>) {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const { problem, attempt, forget } = useProblem();
  const { name, file, images, pages } = attachment;
  const last = pages ?? 1;
  const [range, setRange] = useState(() => `1-${Math.min(last, 5)}`);
  const [drawing, setDrawing] = useState<{ page: number; share: number } | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);
  const wanted = pagesOf(range, last);
  const many = wanted !== null && wanted.length > maxPages;
  const wrong =
    wanted === null
      ? t('attachments.pdf.rangeWrong', { pages: last })
      : many
        ? t('attachments.pdf.rangeMany', { most: maxPages })
        : undefined;

  const draw = async () => {
    if (wanted === null || many) return;
    const stopping = new AbortController();
    const { signal } = stopping;
    abort.current = stopping;
    const drawn: SentImage[] = [];
    setDrawing({ page: wanted[0] ?? 1, share: 0 });
    const done = await attempt(async () => {
      const { drawPages } = await import('../taking/pdf/index.ts');
      const bytes = await download(client, file.hash, name);
      const onPage = async ({ page, bytes: image }: { page: number; bytes: Uint8Array }) => {
        drawn.push({ ...(await upload(client, `${name} ${page}`, image, signal)), page });
        const next = wanted[drawn.length];
        setDrawing({ page: next ?? page, share: drawn.length / wanted.length });
      };
      await drawPages(bytes, name, { pages: wanted, side: usualSide, signal, onPage }).catch(
        (error: unknown) => {
          if (!signal.aborted) throw error;
        },
      );
    });
    setDrawing(null);
    if (done !== null && !signal.aborted) onChange?.({ ...attachment, images: drawn });
  };
  const tokens = images.reduce((sum, one) => sum + one.tokens, 0);
  return (
    <section className="flex flex-col gap-2 border-line border-t pt-3">
      <h3 className="text-body font-medium">{t('attachments.pdf.images')}</h3>
      <p className="phrases text-small text-text-soft">{t('attachments.pdf.imagesNote')}</p>
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      <TextField
        label={t('attachments.pdf.range')}
        hint={t('attachments.pdf.rangeHint', { pages: t('attachments.pages', { count: last }) })}
        value={range}
        {...(wrong === undefined ? {} : { problem: wrong })}
        onValueChange={setRange}
      />
      {drawing === null ? (
        <div className="flex flex-wrap items-center gap-2">
          <Button disabled={wrong !== undefined} onClick={() => void draw()}>
            {t('attachments.pdf.draw')}
          </Button>
          {images.length > 0 && (
            <>
              <Button variant="quiet" onClick={() => onChange?.({ ...attachment, images: [] })}>
                {t('attachments.pdf.none')}
              </Button>
              <span role="status" className="text-small text-text-soft">
                {t('attachments.pdf.drawn', { tokens: format.number(tokens) })}
              </span>
            </>
          )}
        </div>
      ) : (
        <Progress
          label={t('attachments.pdf.drawing', { page: drawing.page })}
          value={drawing.share}
          onCancel={() => abort.current?.abort()}
        />
      )}
    </section>
  );
}
