import { FileUp } from 'lucide-react';
import { useRef } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { Button, Card, cx, TextArea, TextField } from '../../../../ui/index.ts';
import type { SubmitForm } from './form.ts';

/** The script, from a file or typed, and the variables of a template. */
export function ScriptField(props: {
  readonly form: SubmitForm;
  readonly variables: readonly string[];
  readonly scheduler: 'slurm' | 'pjm';
  /** A file is held over the page. */
  readonly over: boolean;
  readonly onChange: (part: Partial<SubmitForm>) => void;
  readonly onFiles: (files: FileList | null) => void;
}) {
  const { form, variables, scheduler, over, onChange, onFiles } = props;
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  return (
    <Card className={cx('flex flex-col gap-2 p-3', over && 'border-accent bg-accent-soft')}>
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 text-small text-text-soft">{t('jobs.submit.drop')}</p>
        <Button size="small" icon={FileUp} onClick={() => input.current?.click()}>
          {t('jobs.submit.file')}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          data-job-script
          onChange={(event) => {
            onFiles(event.target.files);
            event.target.value = '';
          }}
        />
      </div>
      <TextArea
        autoFocus
        label={t('jobs.submit.script')}
        mono
        rows={12}
        wrap="off"
        value={form.script}
        placeholder={scheduler === 'slurm' ? '#!/bin/bash\n#SBATCH …' : '#!/bin/bash\n#PJM …'}
        onValueChange={(script) => onChange({ script })}
      />
      {variables.length > 0 && (
        <fieldset className="grid grid-cols-2 gap-2">
          <legend className="mb-1 text-small font-medium">{t('jobs.submit.variables')}</legend>
          {variables.map((name) => (
            <TextField
              key={name}
              label={name}
              mono
              value={form.variables[name] ?? ''}
              onValueChange={(value) =>
                onChange({ variables: { ...form.variables, [name]: value } })
              }
            />
          ))}
        </fieldset>
      )}
    </Card>
  );
}
