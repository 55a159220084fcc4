import { useState } from 'react';
import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import { useT } from '../../i18n/index.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { useClient } from '../../kit/index.ts';
import { useProblem } from '../../kit/useProblem.ts';
import { Button, cx, ErrorBar, Segmented, TextField } from '../../ui/index.ts';
import { redrawn, useImage, usualSide } from '../taking/images.ts';
import { download, upload } from '../taking/transfer.ts';
import type { DetailProps } from './props.ts';

type Zoom = 'fit' | '1' | '2' | '4';

/** An image in large, and a smaller version of it on request. */
export default function ImageDetail({ attachment, onChange }: DetailProps) {
  const t = useT();
  const { address, problem } = useImage(attachment.file, attachment.name);
  const [zoom, setZoom] = useState<Zoom>('fit');
  const { name, file } = attachment;
  const width = zoom === 'fit' ? undefined : (file.width ?? 0) * Number(zoom);
  return (
    <div className="flex flex-col gap-3">
      {problem && <ErrorBar error={problem} />}
      <div
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        className={cx(
          'flex overflow-auto rounded-control bg-sunken',
          // leaves room for the shrink controls below it, also on a low screen
          onChange ? 'h-[max(10rem,min(48dvh,100dvh-27rem))]' : 'h-[60dvh]',
        )}
      >
        {address !== null && (
          <img
            src={address}
            alt={t('attachments.image.alt', { name })}
            style={width === undefined ? undefined : { width, maxWidth: 'none' }}
            className={cx('m-auto', zoom === 'fit' && 'max-h-full max-w-full object-contain')}
          />
        )}
      </div>
      <Segmented<Zoom>
        label={t('attachments.image.zoom')}
        labelHidden
        value={zoom}
        options={[
          { value: 'fit', label: t('attachments.image.fit') },
          { value: '1', label: '100 %' },
          { value: '2', label: '200 %' },
          { value: '4', label: '400 %' },
        ]}
        onValueChange={setZoom}
      />
      {onChange && <Shrink attachment={attachment} onChange={onChange} />}
    </div>
  );
}

/** Redraws the image, shows the saving, and replaces the attached one. */
function Shrink({ attachment, onChange }: Required<DetailProps>) {
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const { busy, problem, attempt, forget } = useProblem();
  const [side, setSide] = useState(String(usualSide));
  const [made, setMade] = useState<Attachment['file'] | null>(null);
  const { file, name } = attachment;
  const wanted = Number(side);
  const valid = Number.isInteger(wanted) && wanted >= 16 && wanted <= 16_384;
  const facts = (one: Attachment['file']): string =>
    t('attachments.image.facts', {
      width: one.width ?? 0,
      height: one.height ?? 0,
      size: format.bytes(one.size),
      tokens: format.number(one.tokens),
    });
  const draw = async () => {
    const drawn = await attempt(async () => {
      const bytes = await redrawn(await download(client, file.hash, name), file.type, wanted, name);
      return upload(client, name, bytes, new AbortController().signal);
    });
    if (drawn !== null) setMade(drawn.value);
  };
  const better = made !== null && made.size < file.size;
  return (
    <section className="flex flex-col gap-2 border-line border-t pt-3">
      <h3 className="text-body font-medium">{t('attachments.image.shrink')}</h3>
      <p className="phrases text-small text-text-soft">
        {t('attachments.image.shrinkNote', { side: format.number(valid ? wanted : usualSide) })}
      </p>
      {problem && <ErrorBar error={problem} onDismiss={forget} />}
      <div className="flex flex-wrap items-end gap-2">
        <TextField
          label={t('attachments.image.side')}
          value={side}
          inputMode="numeric"
          onValueChange={setSide}
        />
        <Button busy={busy} disabled={!valid} onClick={() => void draw()}>
          {t('attachments.image.try')}
        </Button>
      </div>
      {made !== null && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-3 text-small" aria-live="polite">
          <dt className="text-text-soft">{t('attachments.image.before')}</dt>
          <dd>{facts(file)}</dd>
          <dt className="text-text-soft">{t('attachments.image.after')}</dt>
          <dd>{better ? facts(made) : t('attachments.image.larger')}</dd>
        </dl>
      )}
      {better && (
        <div>
          <Button
            variant="primary"
            onClick={() => {
              onChange?.({ ...attachment, file: made, images: [] });
              setMade(null);
            }}
          >
            {t('attachments.image.use')}
          </Button>
        </div>
      )}
    </section>
  );
}
