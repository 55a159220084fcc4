import { useId, useState } from 'react';
import type { MaintenanceWindow } from '../../../../../preload/contract/machines/maintenance.ts';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, useToasts } from '../../../../ui/index.ts';
import type { MachineRef } from './MachinePicker.tsx';
import { WindowFields } from './WindowFields.tsx';

interface WindowFormProps {
  readonly systemId: string;
  /** Initial values; a new one has an id of its own. */
  readonly window: MaintenanceWindow;
  /** It exists already, and can be deleted. */
  readonly exists: boolean;
  readonly machines: readonly MachineRef[];
  readonly onClose: () => void;
}

const longest = 44_640;

/** Maintenance, entered by hand. */
export function WindowForm(props: WindowFormProps) {
  const { systemId, exists, machines, onClose } = props;
  const t = useT();
  const toasts = useToasts();
  const { client } = useStores();
  const { busy, problem, attempt } = useProblem();
  const [window, setWindow] = useState(props.window);
  const [hours, setHours] = useState(String(props.window.minutes / 60));
  const change = (part: Partial<MaintenanceWindow>) => setWindow({ ...window, ...part });
  const minutes = Math.round(Number(hours.replace(',', '.')) * 60);
  const lasts = minutes >= 1 && minutes <= longest;
  const dated = window.day !== '' && window.time !== '';
  const some = window.machines === null || window.machines.length > 0;
  const ended = window.until === null || window.until >= window.day;
  const form = useId();

  const save = async () => {
    const told = { ...window, minutes, title: window.title.trim() };
    const saved = await attempt(() =>
      client.call('maintenance.setWindow', { systemId, window: told }),
    );
    if (saved !== null) onClose();
  };
  const remove = async () => {
    const { id } = window;
    const removed = await attempt(() => client.call('maintenance.removeWindow', { systemId, id }));
    if (removed === null) return;
    onClose();
    toasts.show({
      text: t('calendar.removed'),
      undo: () =>
        void attempt(() =>
          client.call('maintenance.setWindow', { systemId, window: props.window }),
        ),
    });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={exists ? t('calendar.change') : t('calendar.add')}
      footer={
        <>
          {exists && (
            <Button variant="danger" disabled={busy} onClick={() => void remove()}>
              {t('calendar.remove')}
            </Button>
          )}
          <Button
            form={form}
            type="submit"
            variant="primary"
            busy={busy}
            disabled={!(lasts && dated && some && ended)}
          >
            {t('calendar.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
        className="flex flex-col gap-3"
      >
        {problem && <ErrorBar error={problem} />}
        <WindowFields
          window={window}
          onChange={change}
          hours={hours}
          onHours={setHours}
          lasts={lasts}
          ended={ended}
          machines={machines}
        />
      </form>
    </Dialog>
  );
}
