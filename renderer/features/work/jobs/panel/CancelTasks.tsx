import { Ban } from 'lucide-react';
import { useState } from 'react';
import type { JobDetail, JobRow } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { isComposing } from '../../../../kit/commands/keys.ts';
import { Button, TextField } from '../../../../ui/index.ts';
import { hasEnded } from '../states.ts';
import { rowOfTask, tasksIn } from './tasks.ts';

/** Picks tasks that have not ended, by their numbers, to cancel them. */
export function CancelTasks(props: {
  readonly array: JobRow;
  readonly detail: JobDetail;
  readonly onCancel: (tasks: readonly JobRow[]) => void;
}) {
  const { array, detail, onCancel } = props;
  const t = useT();
  const [text, setText] = useState('');
  const open = detail.jobTasks.filter((task) => !hasEnded(task));
  if (open.length === 0) return null;
  const picked = text.trim() === '' ? [] : tasksIn(text, open);
  const cancel = () => {
    if (picked?.length) onCancel(picked.map((task) => rowOfTask(array, task)));
  };
  return (
    <div className="mt-2 flex flex-wrap items-end gap-2">
      <TextField
        label={t('jobs.tasks.pick')}
        value={text}
        onValueChange={setText}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !isComposing(event)) cancel();
        }}
        problem={picked === null ? t('jobs.tasks.wrong') : undefined}
        className="w-44"
      />
      <Button size="small" icon={Ban} blocked={!picked?.length} onClick={cancel}>
        {t('jobs.tasks.cancel', { count: picked?.length ?? 0 })}
      </Button>
    </div>
  );
}
