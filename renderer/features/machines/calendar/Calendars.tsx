import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  type CalendarSource,
  unnamedEvents,
} from '../../../../preload/contract/machines/maintenance.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  DropZone,
  ErrorBar,
  IconButton,
  Select,
  TextField,
  Time,
} from '../../../ui/index.ts';

interface CalendarsProps {
  readonly systemId: string;
  readonly calendars: readonly CalendarSource[];
  readonly onClose: () => void;
}

/** The calendars that maintenance is read from. */
export function Calendars({ systemId, calendars, onClose }: CalendarsProps) {
  const t = useT();
  const { client } = useStores();
  const { busy, problem, attempt } = useProblem();
  const [url, setUrl] = useState('');
  const [removing, setRemoving] = useState<CalendarSource | null>(null);

  const addAddress = async () => {
    const added = await attempt(() =>
      client.call('maintenance.addAddress', { systemId, url: url.trim() }),
    );
    if (added !== null) setUrl('');
  };
  const addFiles = ([file]: readonly File[]) => {
    if (file === undefined) return;
    void attempt(async () =>
      client.call('maintenance.addFile', {
        systemId,
        name: file.name.slice(0, 200),
        bytes: new Uint8Array(await file.arrayBuffer()),
      }),
    );
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('calendar.calendars')}
      description={t('calendar.calendarsText')}
    >
      <div className="flex flex-col gap-4">
        {problem && <ErrorBar error={problem} />}
        {calendars.length > 0 && (
          <ul aria-label={t('calendar.calendars')} className="flex flex-col">
            {calendars.map((one) => (
              <li key={one.id} className="flex items-start gap-2 border-line border-b py-2">
                <Source
                  source={one}
                  onUnnamed={(unnamed) =>
                    void attempt(() =>
                      client.call('maintenance.setCalendar', { systemId, id: one.id, unnamed }),
                    )
                  }
                />
                {one.url !== null && (
                  <IconButton
                    icon={RefreshCw}
                    label={t('calendar.readAgain', { name: one.name })}
                    onClick={() =>
                      void attempt(() =>
                        client.call('maintenance.readAgain', { systemId, id: one.id }),
                      )
                    }
                  />
                )}
                <IconButton
                  icon={Trash2}
                  label={t('calendar.removeCalendar', { name: one.name })}
                  onClick={() => setRemoving(one)}
                />
              </li>
            ))}
          </ul>
        )}
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void addAddress();
          }}
          className="flex items-end gap-2"
        >
          <TextField
            label={t('calendar.address')}
            hint={t('calendar.addressHint')}
            placeholder="https://"
            mono
            value={url}
            maxLength={2000}
            onValueChange={setUrl}
            className="min-w-0 flex-1"
          />
          <Button type="submit" busy={busy} disabled={url.trim() === ''}>
            {t('calendar.addAddress')}
          </Button>
        </form>
        <DropZone
          label={t('calendar.drop')}
          accept=".ics,text/calendar"
          busy={busy}
          onFiles={addFiles}
        />
      </div>
      <ConfirmDialog
        open={removing !== null}
        title={t('calendar.removeQuestion', { name: removing?.name ?? '' })}
        confirmLabel={t('calendar.removeIt')}
        danger
        onConfirm={async () => {
          if (removing === null) return;
          await client.call('maintenance.removeCalendar', { systemId, id: removing.id });
        }}
        onClose={() => setRemoving(null)}
      >
        {t('calendar.removeText')}
      </ConfirmDialog>
    </Dialog>
  );
}

interface SourceProps {
  readonly source: CalendarSource;
  readonly onUnnamed: (unnamed: CalendarSource['unnamed']) => void;
}

function Source({ source, onUnnamed }: SourceProps) {
  const t = useT();
  const { name, url, readAt, dates, leftOut, unnamed, problem } = source;
  return (
    <div className="min-w-0 flex-1">
      <p className="truncate font-medium">{name}</p>
      <p className="truncate text-small text-text-soft">{url ?? t('calendar.file')}</p>
      <p className="text-small text-text-soft">
        {t('calendar.dates', { count: dates })}
        {leftOut > 0 && ` · ${t('calendar.leftOut', { count: leftOut })}`}
        {readAt !== null && (
          <>
            {' · '}
            {t('calendar.read')} <Time at={Date.parse(readAt)} />
          </>
        )}
      </p>
      <Select
        label={t('calendar.unnamed.label', { name })}
        labelHidden
        className="mt-1 max-w-96"
        value={unnamed}
        options={unnamedEvents.map((value) => ({ value, label: t(`calendar.unnamed.${value}`) }))}
        onValueChange={onUnnamed}
      />
      {problem && <ErrorBar error={problem} className="mt-1" />}
    </div>
  );
}
