import { CalendarPlus, ChevronLeft, ChevronRight, FileChartColumn, Rss, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { MaintenanceWindow } from '../../../../../preload/contract/machines/maintenance.ts';
import { useT } from '../../../../i18n/index.ts';
import { LateTexts } from '../../../../i18n/late.tsx';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Button, ErrorBar, IconButton } from '../../../../ui/index.ts';
import { ApiHistory } from './ApiHistory.tsx';
import { Calendars } from './Calendars.tsx';
import { DayList } from './DayList.tsx';
import type { MachineRef } from './MachinePicker.tsx';
import { MonthGrid } from './MonthGrid.tsx';
import { sameDayOf, startOfDay, startOfMonth, weeksOf } from './month.ts';
import { ReportDialog } from './ReportDialog.tsx';
import { WindowForm } from './WindowForm.tsx';

interface CalendarPageProps {
  readonly systemId: string;
  readonly machines: readonly MachineRef[];
  readonly onMachine: (name: string) => void;
  readonly onClose: () => void;
}

/** Past incidents and coming maintenance of all machines, by month. */
export default function CalendarPage(props: CalendarPageProps) {
  return (
    <LateTexts>
      <Months {...props} />
    </LateTexts>
  );
}

function Months({ systemId, machines, onMachine, onClose }: CalendarPageProps) {
  const t = useT();
  const format = useFormat();
  const [day, setDay] = useState(() => startOfDay(Date.now()));
  const [edited, setEdited] = useState<{ window: MaintenanceWindow; exists: boolean } | null>(null);
  const [reading, setReading] = useState(false);
  const [reporting, setReporting] = useState(false);
  const month = startOfMonth(day);
  const page = useRef<HTMLElement>(null);
  // what led here is gone
  useEffect(() => page.current?.focus(), []);
  // covers the first and the last week, whatever day weeks begin with
  const weeks = [...weeksOf(month, 0), ...weeksOf(month, 1)].flat();
  const from = Math.min(...weeks.map((one) => one.from));
  const to = Math.max(...weeks.map((one) => one.to));
  const { value: known, problem } = useResource('machineHistory.calendar', { systemId, from, to });
  // keep the days, and the focus, while another month loads
  const last = useRef(known);
  if (known !== null) last.current = known;
  const value = known ?? last.current;
  const { value: maintenance, problem: ofMaintenance } = useResource('maintenance', { systemId });
  const shown = problem ?? ofMaintenance;
  const edit = (id: string) => {
    const window = maintenance?.windows.find((one) => one.id === id);
    if (window !== undefined) setEdited({ window, exists: true });
  };

  return (
    <section
      ref={page}
      tabIndex={-1}
      aria-label={t('calendar.name')}
      onKeyDown={(event) => {
        // dialogs over it close by themselves
        const inside = event.target instanceof Node && event.currentTarget.contains(event.target);
        if (event.key === 'Escape' && inside) onClose();
      }}
      className="flex min-h-0 flex-1 flex-col outline-0"
    >
      <header className="flex flex-wrap items-center gap-2 px-6 pb-2">
        <IconButton
          icon={ChevronLeft}
          label={t('calendar.before')}
          onClick={() => setDay(sameDayOf(day, -1))}
        />
        <p role="status" className="tabular min-w-24 text-center font-semibold">
          {format.month(month)}
        </p>
        <IconButton
          icon={ChevronRight}
          label={t('calendar.after')}
          onClick={() => setDay(sameDayOf(day, 1))}
        />
        <Button variant="quiet" onClick={() => setDay(startOfDay(Date.now()))}>
          {t('calendar.today')}
        </Button>
        <span className="flex-1" />
        <Button
          icon={CalendarPlus}
          onClick={() => setEdited({ window: newWindow(day), exists: false })}
        >
          {t('calendar.add')}
        </Button>
        <Button icon={Rss} onClick={() => setReading(true)}>
          {t('calendar.calendars')}
        </Button>
        <Button icon={FileChartColumn} onClick={() => setReporting(true)}>
          {t('calendar.report.open')}
        </Button>
        <IconButton icon={X} label={t('calendar.close')} keys="escape" onClick={onClose} />
      </header>
      {shown && <ErrorBar error={shown} className="mx-6 mb-2" />}
      {/* a column beside the month leaves its cells no room for names in a narrow window */}
      <div className="flex min-h-0 flex-1 gap-4 overflow-y-auto px-6 pb-4 max-[72rem]:flex-col max-[72rem]:gap-0 max-[72rem]:overflow-hidden max-[72rem]:pb-0 max-[56rem]:gap-4 max-[56rem]:overflow-y-auto">
        <div className="min-w-0 flex-[3] max-[72rem]:min-h-0 max-[72rem]:overflow-y-auto max-[56rem]:min-h-auto max-[56rem]:shrink-0 max-[56rem]:overflow-visible">
          {value && <MonthGrid month={month} day={day} value={value} onDay={setDay} />}
          <ApiHistory systemId={systemId} />
          {value?.more && <p className="pt-1 text-small text-text-soft">{t('calendar.cut')}</p>}
        </div>
        <div className="min-w-0 flex-1 max-[72rem]:max-h-1/3 max-[72rem]:flex-none max-[72rem]:overflow-y-auto max-[72rem]:border-line max-[72rem]:border-t max-[72rem]:py-3 max-[56rem]:max-h-none max-[56rem]:overflow-visible">
          {value && (
            <DayList
              key={day}
              day={day}
              value={value}
              maintenance={maintenance}
              onMachine={onMachine}
              onEdit={edit}
            />
          )}
        </div>
      </div>
      {edited && (
        <WindowForm
          key={edited.window.id}
          systemId={systemId}
          machines={machines}
          {...edited}
          onClose={() => setEdited(null)}
        />
      )}
      {reporting && (
        <ReportDialog systemId={systemId} day={day} onClose={() => setReporting(false)} />
      )}
      {reading && (
        <Calendars
          systemId={systemId}
          calendars={maintenance?.calendars ?? []}
          onClose={() => setReading(false)}
        />
      )}
    </section>
  );
}

function newWindow(day: number): MaintenanceWindow {
  const at = new Date(day);
  const two = (value: number) => String(value).padStart(2, '0');
  return {
    id: crypto.randomUUID(),
    title: '',
    machines: null,
    day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: '22:00',
    minutes: 120,
    repeats: 'once',
    until: null,
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}
