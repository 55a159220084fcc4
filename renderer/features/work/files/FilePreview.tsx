import { Download, Pencil, X } from 'lucide-react';
import { useState } from 'react';
import type { FileEntry, Preview } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useStores } from '../../../kit/index.ts';
import { useLoaded } from '../../../kit/loading/useLoaded.ts';
import {
  Button,
  CopyButton,
  ErrorBar,
  Facts,
  IconButton,
  LongText,
  Segmented,
  Spinner,
} from '../../../ui/index.ts';
import { EditDialog } from './EditDialog.tsx';
import { shownName } from './names.ts';
import { PdfPage, Picture } from './Picture.tsx';
import { part } from './paneKeys.ts';

interface FilePreviewProps {
  readonly systemId: string;
  readonly machine: string;
  readonly path: string;
  readonly entry: FileEntry;
  readonly busy: boolean;
  readonly onDownload: () => void;
  readonly onClose: () => void;
}

/** A file's beginning or end, or the image that it is, with what is known of it. */
export function FilePreview(props: FilePreviewProps) {
  const { systemId, machine, path, entry, busy, onDownload, onClose } = props;
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const [shown, setShown] = useState<'start' | 'end'>('start');
  const [editing, setEditing] = useState(false);
  const place = { systemId, machine, path };
  const { value, problem, reload } = useLoaded(JSON.stringify([place, shown]), () =>
    client.call('files.preview', { ...place, part: shown }),
  );
  const name = shownName(entry.name);
  const isEditable = value?.kind === 'text' && value.whole && !/\r(?!\n)/.test(value.text);
  return (
    <aside
      aria-label={t('files.preview.title')}
      {...part}
      className="flex w-74 shrink-0 flex-col border-line border-l"
    >
      <header className="flex min-h-10 items-center gap-2 px-3 py-1">
        <h2 className="min-w-0 flex-1 truncate font-semibold">
          <bdi>{name}</bdi>
        </h2>
        <IconButton icon={X} label={t('files.preview.close')} onClick={onClose} />
      </header>
      <div className="min-h-0 flex-1 overflow-auto px-3 pb-3">
        {problem && <ErrorBar error={problem} className="mb-2" onRetry={reload} />}
        {value?.kind === 'text' && !value.whole && (
          <div className="mb-2">
            <Segmented
              label={t('files.preview.part')}
              value={shown}
              options={[
                { value: 'start', label: t('files.preview.start') },
                { value: 'end', label: t('files.preview.end') },
              ]}
              onValueChange={setShown}
            />
          </div>
        )}
        {value === null && !problem ? (
          <Spinner size={18} label={t('common.working')} />
        ) : (
          value && <Content value={value} name={name} />
        )}
        <div className="mt-3">
          <Facts
            items={[
              {
                label: t('files.preview.size'),
                value: entry.size === null ? '–' : format.bytes(entry.size),
              },
              {
                label: t('files.preview.changed'),
                value: entry.changedAt === null ? '–' : format.dateTime(entry.changedAt),
              },
              { label: t('files.preview.mode'), value: entry.mode ?? '–' },
            ]}
          />
        </div>
      </div>
      <footer className="flex flex-wrap items-center gap-2 border-line border-t px-3 py-2">
        <Button icon={Download} busy={busy} onClick={onDownload}>
          {t('files.fetch')}
        </Button>
        {isEditable && (
          <Button icon={Pencil} onClick={() => setEditing(true)}>
            {t('files.edit.action')}
          </Button>
        )}
        <CopyButton text={path} name={t('files.copyPath')} />
      </footer>
      {editing && value?.kind === 'text' && (
        <EditDialog
          place={place}
          name={name}
          text={value.text}
          hash={value.hash}
          onSaved={reload}
          onClose={() => setEditing(false)}
        />
      )}
    </aside>
  );
}

function Content({ value, name }: { readonly value: Preview; readonly name: string }) {
  const t = useT();
  if (value.kind === 'image') return <Picture image={value} name={name} />;
  if (value.kind === 'pdf') return <PdfPage bytes={value.bytes} name={name} />;
  if (value.kind === 'none') {
    return <p className="text-text-soft">{t(`files.preview.none.${value.why}`)}</p>;
  }
  if (value.text === '') return <p className="text-text-soft">{t('files.preview.none.empty')}</p>;
  return <LongText text={value.text} className="font-mono text-small" />;
}
