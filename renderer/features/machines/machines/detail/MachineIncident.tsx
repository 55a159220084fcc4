import { NotebookPen } from 'lucide-react';
import { useState } from 'react';
import type { Incident } from '../../../../../preload/contract/machines/machine-history.ts';
import type { MachineNotification } from '../../../../../preload/contract/machines/notifications.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { isComposing } from '../../../../kit/commands/keys.ts';
import { useStores } from '../../../../kit/index.ts';
import { Button, IconButton, StateMark, TextField, Time, useNow } from '../../../../ui/index.ts';

interface IncidentItemProps {
  readonly incident: Incident;
  readonly notifiedOn: number | null;
  readonly onNote: (at: number, note: string) => void;
}

/** Duration, time, notification time, and the user's note. */
export function IncidentItem({ incident, notifiedOn, onNote }: IncidentItemProps) {
  const { from, to, state } = incident;
  const t = useT();
  const format = useFormat();
  const { route } = useStores();
  const now = useNow();
  const [note, setNote] = useState(incident.note);
  const [editing, setEditing] = useState(false);
  const save = () => {
    if (note.trim() !== incident.note) onNote(from, note.trim());
    setEditing(false);
  };
  const duration = format.duration((to ?? now) - from);
  const label = t('machines.page.note', { when: format.dateTime(from) });
  return (
    <div className="py-0.5">
      <div className="flex min-h-7 items-center gap-2">
        <StateMark state={state} wordHidden />
        <span className="tabular min-w-0 flex-1 truncate">
          {to === null ? t('machines.page.lasting', { duration }) : duration}
        </span>
        <Time at={from} className="text-small text-text-soft" />
        <IconButton
          size="small"
          icon={NotebookPen}
          label={label}
          aria-expanded={editing}
          onClick={() => setEditing(!editing)}
        />
      </div>
      {!editing && incident.note !== '' && (
        <p className="pb-1 pl-6 wrap-anywhere whitespace-pre-wrap text-small">{incident.note}</p>
      )}
      {notifiedOn !== null && (
        <Button
          size="small"
          variant="quiet"
          className="ml-4"
          onClick={() => route.go({ screen: 'settings', part: 'notifications' })}
        >
          {t('machines.page.told')} <Time at={notifiedOn} />
        </Button>
      )}
      {editing && (
        <TextField
          label={label}
          labelHidden
          placeholder={t('machines.page.notePlaceholder')}
          value={note}
          maxLength={2000}
          onValueChange={setNote}
          onBlur={save}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !isComposing(event)) save();
          }}
          className="pb-1"
        />
      )}
    </div>
  );
}

/**
 * Returns the time of the first notification that a machine is not up; null if there was none, or it is no longer
 * known.
 */
export function notifiedAt(
  given: readonly MachineNotification[],
  { name, nth }: { readonly name: string; readonly nth: number },
  { from, to }: Incident,
): number | null {
  const times = given
    .filter(({ outcome }) => outcome === 'given')
    .filter(({ changes }) =>
      changes.some(
        ({ machine, state }) => machine?.name === name && machine.nth === nth && state !== 'up',
      ),
    )
    .map(({ at }) => at)
    .filter((at) => at >= from && (to === null || at <= to));
  return times.length === 0 ? null : Math.min(...times);
}
