import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores } from '../../../../kit/index.ts';
import { availableShare, sumOf } from '../sums.ts';
import type { Report } from './picture.ts';
import type { ReportTable } from './reportPage.ts';

/** Loads the content of a system's report, in words. */
export function useReport(systemId: string, system: string) {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  return async (from: number, to: number): Promise<{ report: Report; tables: ReportTable[] }> => {
    const read = await client.call('machineHistory.report', { systemId, from, to });
    const { machines, more, incidents } = read;
    const word = (state: 'up' | 'degraded' | 'down' | 'maintenance' | 'unknown') =>
      t(`common.state.${state}`);
    const rows = machines.map(({ name, nth, days }) => {
      const share = availableShare(sumOf(days));
      return {
        name: nth === 0 ? name : `${name} (${nth + 1})`,
        share: share === null ? t('machines.availability.none') : format.share(share),
        days,
      };
    });
    return {
      report: {
        title: t('calendar.report.heading', { system }),
        subtitle: t('calendar.report.subtitle', {
          from: format.date(from),
          to: format.date(to - 1),
        }),
        days: (machines[0]?.days ?? []).map((day) => String(new Date(day.from).getDate())),
        rows,
        legend: {
          up: word('up'),
          degraded: word('degraded'),
          down: word('down'),
          maintenance: word('maintenance'),
          unknown: word('unknown'),
        },
        notes: [
          t('calendar.report.observed'),
          t('calendar.report.planned'),
          ...(more > 0 ? [t('calendar.report.left', { count: more })] : []),
        ],
      },
      tables: [
        {
          title: t('calendar.report.incidents'),
          columns: [
            t('calendar.report.machine'),
            t('calendar.report.state'),
            t('calendar.report.from'),
            t('calendar.report.to'),
          ],
          rows: incidents.map((one) => [
            one.name,
            word(one.state),
            format.dateTime(one.from),
            one.to === null ? '' : format.dateTime(one.to),
          ]),
        },
      ],
    };
  };
}
