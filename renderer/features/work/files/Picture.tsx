import { useEffect, useState } from 'react';
import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import type { Preview } from '../../../../preload/contract/work/files.ts';
import { drawPdfPages, usualSide } from '../../../attachments/index.ts';
import { useT } from '../../../i18n/index.ts';
import { toProblem } from '../../../kit/index.ts';
import { ErrorBar, Spinner } from '../../../ui/index.ts';

interface PictureProps {
  readonly image: Pick<Extract<Preview, { kind: 'image' }>, 'bytes' | 'type'> & {
    readonly width?: number;
    readonly height?: number;
  };
  readonly name: string;
}

/** An image of the machine's, from its bytes. */
export function Picture({ image, name }: PictureProps) {
  const { bytes, type, width, height } = image;
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    const own = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
    setAddress(own);
    return () => URL.revokeObjectURL(own);
  }, [bytes, type]);
  return (
    address !== null && (
      <img
        src={address}
        alt={name}
        width={width}
        height={height}
        className="h-auto max-w-full rounded-card border border-line"
      />
    )
  );
}

interface Drawn {
  readonly page: Uint8Array | null;
  readonly problem: AppErrorData | null;
}

/** The first page of a PDF, drawn in a worker as for attachments: none of its scripts run. */
export function PdfPage({ bytes, name }: { readonly bytes: Uint8Array; readonly name: string }) {
  const t = useT();
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  useEffect(() => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const onPage = async ({ bytes: page }: { bytes: Uint8Array }) => {
      if (!signal.aborted) setDrawn({ page, problem: null });
    };
    // The drawing takes the bytes for itself.
    drawPdfPages(bytes.slice(), name, { pages: [1], side: usualSide, signal, onPage }).catch(
      (error: unknown) => {
        if (!signal.aborted) setDrawn({ page: null, problem: toProblem(error) });
      },
    );
    return () => stopping.abort();
  }, [bytes, name]);
  if (drawn === null) return <Spinner size={18} label={t('common.working')} />;
  return (
    <>
      {drawn.problem && <ErrorBar error={drawn.problem} className="mb-2" />}
      {drawn.page && <Picture image={{ bytes: drawn.page, type: 'image/png' }} name={name} />}
      <p className="mt-2 text-small text-text-soft">{t('files.preview.pdf')}</p>
    </>
  );
}
