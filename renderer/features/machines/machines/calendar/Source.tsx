import {
  type CalendarSource,
  unnamedEvents,
} from '../../../../../preload/contract/machines/maintenance.ts';
import { useT } from '../../../../i18n/index.ts';
import { ErrorBar, Select, Time } from '../../../../ui/index.ts';
import { UnnamedQuestion } from './UnnamedQuestion.tsx';
import { zonesWith } from './zones.ts';

interface SourceProps {
  readonly source: CalendarSource;
  readonly onUnnamed: (unnamed: (typeof unnamedEvents)[number]) => void;
  /** Null for automatic. */
  readonly onZone: (zone: string | null) => void;
}

/** A calendar: events read and unreadable, machines concerned, and its time zone. */
export function Source({ source, onUnnamed, onZone }: SourceProps) {
  const t = useT();
  const { name, url, readAt, dates, leftOut, unnamed, problem, zone, ownZone } = source;
  const computers = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const automatic =
    ownZone === null
      ? t('calendar.zoneComputer', { zone: computers })
      : t('calendar.zoneOwn', { zone: ownZone });
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
      <Findings source={source} zone={zone ?? ownZone ?? computers} />
      <Select
        label={t('calendar.zoneOf', { name })}
        labelHidden
        className="mt-1 max-w-96"
        value={zone ?? ''}
        options={[
          { value: '', label: automatic },
          ...zonesWith(zone ?? 'UTC').map((value) => ({ value, label: value })),
        ]}
        onValueChange={(value) => onZone(value === '' ? null : value)}
      />
      {unnamed === 'all' || unnamed === 'nobody' ? (
        <Select
          label={t('calendar.unnamed.label', { name })}
          labelHidden
          className="mt-1 max-w-96"
          value={unnamed}
          options={unnamedEvents.map((value) => ({
            value,
            label: t(`calendar.unnamed.${value}`),
          }))}
          onValueChange={onUnnamed}
        />
      ) : (
        <UnnamedQuestion source={source} onChoice={onUnnamed} className="mt-1" />
      )}
      {problem && <ErrorBar error={problem} className="mt-1" />}
    </div>
  );
}

/** Unreadable events by name, and unknown zones. */
function Findings({ source, zone }: { readonly source: CalendarSource; readonly zone: string }) {
  const t = useT();
  const { leftOutEvents, leftOut, unknownZones } = source;
  if (leftOutEvents.length + unknownZones.length === 0) return null;
  return (
    <ul className="my-1 max-h-40 list-disc overflow-y-auto pl-5 text-small">
      {leftOutEvents.map(({ title, line, fault }) => (
        <li key={`${line} ${fault}`} className="wrap-anywhere">
          {t('calendar.leftOutEvent', {
            title: title === '' ? t('calendar.untitled') : title,
            line,
            fault: t(`calendar.fault.${fault}`),
          })}
        </li>
      ))}
      {leftOut > leftOutEvents.length && (
        <li>{t('calendar.more', { count: leftOut - leftOutEvents.length })}</li>
      )}
      {unknownZones.map(({ name, events }) => (
        <li key={name} className="wrap-anywhere">
          {t('calendar.unknownZone', { count: events, name, zone })}
        </li>
      ))}
    </ul>
  );
}
