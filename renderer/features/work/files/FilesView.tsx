import { Download, Upload } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import type { FileEntry } from '../../../../preload/contract/work/files.ts';
import { useT } from '../../../i18n/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Bar, Button, cx, ErrorBar, ScreenTitle } from '../../../ui/index.ts';
import { useDragged } from './dragging.ts';
import { FilePreview } from './FilePreview.tsx';
import { HerePane } from './HerePane.tsx';
import { joined } from './names.ts';
import { changePart, noteRow } from './paneKeys.ts';
import { nothing, type Selection } from './selection.ts';
import { TherePane } from './TherePane.tsx';
import { Transfers } from './Transfers.tsx';
import { useMoving } from './useMoving.ts';
import { usePlace } from './usePlace.ts';

/** Two panes, the preview of a file, and the transfers. */
export function FilesView({ systemId }: { readonly systemId: string }) {
  const t = useT();
  const [here, setHere] = useState(nothing);
  const [there, setThere] = useState(nothing);
  const [way, setWay] = useState<readonly string[]>([]);
  const [previewed, setPreviewed] = useState<FileEntry | null>(null);
  const { value: state } = useResource('files', undefined);
  const drops = state?.asksFolder === false;
  const place = usePlace(systemId);
  const { machine, path } = place;
  const folder = state?.folder ?? null;
  const moving = useMoving({ systemId, machine, path, folder, way });
  const { busy, problem, forget, leftOut, uploadDropped } = moving;
  const trouble = problem ?? place.problem;
  const dragged = useDragged();
  const upload = async (selected: Selection) => {
    if ((await moving.upload(selected)) && selected === here) setHere(nothing);
  };
  const fetch = async (selected: Selection) => {
    if ((await moving.fetch(selected)) && selected === there) setThere(nothing);
  };
  const keys = (event: KeyboardEvent<HTMLElement>) => {
    if (changePart(event)) event.preventDefault();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of all that is in it
    <div
      onKeyDown={keys}
      onFocus={({ target }) => noteRow(target)}
      className="flex h-full min-w-0 flex-col"
    >
      <ScreenTitle
        title={t('frame.screens.files')}
        action={
          <Moves
            here={here.size}
            there={there.size}
            busy={busy}
            isPlaced={path !== null}
            onDownload={() => void fetch(there)}
            onUpload={() => void upload(here)}
          />
        }
      />
      {trouble && (
        <ErrorBar
          error={trouble}
          className="mx-6 mb-3"
          {...(problem ? { onDismiss: forget } : { onRetry: place.retry })}
        />
      )}
      {leftOut > 0 && (
        <Bar tone="note" className="mx-6 mb-3" onDismiss={moving.forgetLeftOut}>
          {t('files.linksLeftOut', { count: leftOut })}
        </Bar>
      )}
      {/* one below the other where both have no room, as in an enlarged window, and where one is only a place to drop */}
      <div
        className={cx(
          'flex min-h-0 flex-1 border-line border-t max-[48rem]:flex-col',
          drops && 'flex-col',
        )}
      >
        <HerePane
          state={state}
          way={way}
          onWay={(next) => {
            setWay(next);
            setHere(nothing);
          }}
          selected={here}
          onSelect={setHere}
          onCopy={(selected) => void upload(selected)}
          onFiles={(files) => void uploadDropped(files)}
          dragged={dragged}
          onFetch={(selected) => void fetch(selected)}
          machine={machine}
          waiting={place.isLoading && place.problem === null}
          previewed={previewed !== null}
        />
        <div className={drops ? 'flex min-h-0 flex-1 max-[48rem]:flex-col' : 'contents'}>
          <TherePane
            systemId={systemId}
            place={place}
            transfers={state?.transfers}
            selected={there}
            onSelect={setThere}
            opened={previewed}
            onOpened={setPreviewed}
            folders={folder !== null}
            onFetch={(selected) => void fetch(selected)}
            onFiles={(files) => void uploadDropped(files)}
            dragged={dragged}
            onCopy={(selected) => void upload(selected)}
          />
          {previewed && machine !== null && path !== null && (
            <FilePreview
              key={joined(path, previewed.name)}
              systemId={systemId}
              machine={machine}
              path={joined(path, previewed.name)}
              entry={previewed}
              busy={busy}
              onDownload={() => void fetch(new Map([[previewed.name, previewed]]))}
              onClose={() => setPreviewed(null)}
            />
          )}
        </div>
      </div>
      {state !== null && state.transfers.length + state.changes.length > 0 && (
        <Transfers {...state} />
      )}
    </div>
  );
}

/** Copies what is selected to the other side. */
function Moves(props: {
  /** Selected files and folders. */
  readonly here: number;
  readonly there: number;
  readonly busy: boolean;
  readonly isPlaced: boolean;
  readonly onDownload: () => void;
  readonly onUpload: () => void;
}) {
  const { here, there, busy, isPlaced, onDownload, onUpload } = props;
  const t = useT();
  return (
    <div className="flex gap-2">
      {there > 0 && (
        <Button
          icon={Download}
          variant={here > 0 ? 'plain' : 'primary'}
          busy={busy}
          onClick={onDownload}
        >
          {t('files.download', { count: there })}
        </Button>
      )}
      {here > 0 && (
        <Button icon={Upload} variant="primary" busy={busy} disabled={!isPlaced} onClick={onUpload}>
          {t('files.upload', { count: here })}
        </Button>
      )}
    </div>
  );
}
