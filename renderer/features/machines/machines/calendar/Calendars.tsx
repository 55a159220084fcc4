import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { CallInput } from '../../../../../preload/contract/index.ts';
import type { CalendarSource } from '../../../../../preload/contract/machines/maintenance.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import {
  Button,
  ConfirmDialog,
  Dialog,
  DropZone,
  ErrorBar,
  IconButton,
  TextField,
} from '../../../../ui/index.ts';
import { Source } from './Source.tsx';

interface CalendarsProps {
  readonly systemId: string;
  readonly calendars: readonly CalendarSource[];
  readonly onClose: () => void;
}

/** The calendars used for maintenance. */
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
  const choose = (
    id: string,
    change: Pick<CallInput<'maintenance.setCalendar'>, 'unnamed' | 'zone'>,
  ) => void attempt(() => client.call('maintenance.setCalendar', { systemId, id, ...change }));
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
                  onUnnamed={(unnamed) => choose(one.id, { unnamed })}
                  onZone={(zone) => choose(one.id, { zone })}
                />
                {one.url !== null && (
                  <IconButton
                    icon={RefreshCw}
                    label={t('calendar.readAgain', { name: one.name })}
                    onClick={() =>
                      void attempt(() =>
                        client.call('maintenance.refreshCalendar', { systemId, id: one.id }),
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
