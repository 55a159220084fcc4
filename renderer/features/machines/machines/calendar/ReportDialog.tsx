import { FileImage, FileText } from 'lucide-react';
import { useState } from 'react';
import { useLanguage, useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores, useSystem } from '../../../../kit/index.ts';
import { download } from '../../../../kit/saveFile.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, Segmented, useToasts } from '../../../../ui/index.ts';
import { startOfDay, startOfMonth } from './month.ts';
import { reportSvg } from './picture.ts';
import { pngOf } from './png.ts';
import { reportPage } from './reportPage.ts';
import { useReport } from './useReport.ts';

interface ReportDialogProps {
  readonly systemId: string;
  /** A day of the chosen week or month, ms since 1970. */
  readonly day: number;
  readonly onClose: () => void;
}

type Form = 'svg' | 'png' | 'html';

/** Saves a week or month of all machines as a file: a picture, or a page to print. */
export function ReportDialog({ systemId, day, onClose }: ReportDialogProps) {
  const t = useT();
  const language = useLanguage();
  const format = useFormat();
  const toasts = useToasts();
  const { client } = useStores();
  const system = useSystem();
  const { busy, problem, attempt } = useProblem();
  const [span, setSpan] = useState<'week' | 'month'>('month');
  const weekday = new Date(day).getDay();
  const monday = startOfDay(day, -((weekday + 6) % 7));
  const from = span === 'week' ? monday : startOfMonth(day);
  const to = span === 'week' ? startOfDay(monday, 7) : startOfMonth(day, 1);
  const read = useReport(systemId, system?.name ?? '');

  const save = async (form: Form) => {
    const saved = await attempt(async () => {
      const { report, tables } = await read(from, to);
      const name = `${report.title.slice(0, 150)} ${new Date(from).toISOString().slice(0, 10)}.${form}`;
      if (form === 'png') {
        return client.call('app.savePicture', { name, bytes: await pngOf(reportSvg(report)) });
      }
      const text = form === 'svg' ? reportSvg(report) : reportPage(language, report, tables);
      return client.call('app.saveText', { name, text });
    });
    if (saved === null || saved.value.kind === 'cancelled') return;
    if (saved.value.kind === 'download') download(saved.value);
    toasts.show({ text: t('calendar.report.saved') });
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('calendar.report.title')}
      description={t('calendar.report.text')}
      footer={
        <>
          <Button icon={FileImage} disabled={busy} onClick={() => void save('svg')}>
            {t('calendar.report.svg')}
          </Button>
          <Button icon={FileImage} disabled={busy} onClick={() => void save('png')}>
            {t('calendar.report.png')}
          </Button>
          <Button
            icon={FileText}
            variant="primary"
            disabled={busy}
            onClick={() => void save('html')}
          >
            {t('calendar.report.page')}
          </Button>
        </>
      }
    >
      {problem && <ErrorBar error={problem} className="mb-3" />}
      <Segmented
        label={t('calendar.report.span')}
        value={span}
        options={[
          {
            value: 'week' as const,
            label: t('calendar.report.week', { day: format.date(monday) }),
          },
          {
            value: 'month' as const,
            label: t('calendar.report.month', { month: format.month(day) }),
          },
        ]}
        onValueChange={setSpan}
      />
    </Dialog>
  );
}
