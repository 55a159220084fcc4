import { useId } from 'react';
import type { Scheduler } from '../../../../../common/scripts/directives.ts';
import type { JobsState } from '../../../../../preload/contract/work/jobs.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { Bar, type FieldStatus, Select, TextField } from '../../../../ui/index.ts';
import { useAboutProject, useProjects, useQueues } from '../projects.ts';
import { type FormField, writeDirective } from './directives.ts';
import type { Reading, SubmitForm } from './form.ts';
import type { Preview } from './usePreview.ts';

interface SubmitFieldsProps {
  readonly state: JobsState | null;
  readonly form: SubmitForm;
  readonly reading: Reading;
  readonly preview: Preview;
  readonly scheduler: Scheduler;
  readonly onChange: (part: Partial<SubmitForm>) => void;
}

/** The script's directives as a form: a field names its line, and writes into it. */
export function SubmitFields({
  state,
  form,
  reading,
  preview,
  scheduler,
  onChange,
}: SubmitFieldsProps) {
  const t = useT();
  const format = useFormat();
  const machine = state?.machines.find(({ name }) => name === form.machine);
  const { directives } = reading;
  const seconds = directives.limitSeconds?.value ?? null;
  const { machine: on } = form;
  const asked = state === null || on === '' ? null : { systemId: state.systemId, machine: on };
  const projects = useProjects(asked);
  const queues = useQueues(asked);
  const queue = queues.value?.find(({ name }) => name === directives.queue?.value);
  const nodes = directives.nodes?.value ?? 0;
  const over: Partial<Record<FormField, string>> = {
    ...(queue?.limitSeconds != null &&
      seconds !== null &&
      seconds > queue.limitSeconds && {
        limitSeconds: t('jobs.submit.overLimit', {
          queue: queue.name,
          most: format.duration(queue.limitSeconds * 1000),
        }),
      }),
    ...(queue?.nodes != null &&
      nodes > queue.nodes && {
        nodes: t('jobs.submit.overNodes', { queue: queue.name, count: queue.nodes }),
      }),
  };
  const charged = projects.value?.find(({ name }) => name === directives.project?.value);
  const aboutProject = useAboutProject();
  const notes: Partial<Record<FormField, string>> = {
    ...(seconds !== null && { limitSeconds: format.duration(seconds * 1000) }),
    ...(projects.problem !== null && { project: t('jobs.submit.noProjects') }),
    ...(charged !== undefined && { project: aboutProject(charged) }),
  };
  const needsFolder = preview.problem?.code === 'job-folder-required';
  const field = (name: FormField, suggestions: readonly string[] = []) => (
    <DirectiveInput
      key={name}
      name={name}
      reading={reading}
      suggestions={suggestions}
      note={notes[name] || undefined}
      warning={over[name]}
      onValue={(value) =>
        onChange({ script: writeDirective(form.script, scheduler, { field: name, value }) })
      }
    />
  );
  return (
    <>
      <Select
        label={t('jobs.columns.machine')}
        value={form.machine}
        options={(state?.machines ?? []).map(({ name }) => ({ value: name, label: name }))}
        onValueChange={(value) => onChange({ machine: value })}
      />
      {reading.foreign && <Bar tone="warning">{t(`jobs.submit.foreign.${scheduler}`)}</Bar>}
      {reading.missing === 'script' && (
        <p className="phrases text-small text-text-soft">
          {t('jobs.submit.fieldsText', { mark: scheduler === 'slurm' ? '#SBATCH' : '#PJM' })}
        </p>
      )}
      {field('name')}
      <div className="grid grid-cols-2 items-start gap-3">
        {field('queue', [
          ...new Set([...(queues.value ?? []).map(({ name }) => name), ...(machine?.queues ?? [])]),
        ])}
        {field('project', [
          ...new Set([
            ...(projects.value ?? []).map(({ name }) => name),
            ...(machine?.projects ?? []),
          ]),
        ])}
        {field('limitSeconds')}
        {field('nodes')}
        {field('array')}
        {scheduler === 'slurm' && (
          <TextField
            label={t('jobs.facts.folder')}
            hint={t('jobs.submit.folderHint')}
            placeholder={preview.request?.folder ?? t('jobs.submit.automatic')}
            mono
            value={form.folder}
            {...(needsFolder && {
              status: { kind: 'bad', text: t('jobs.submit.folderNeeded') },
            })}
            onValueChange={(folder) => onChange({ folder })}
          />
        )}
      </div>
    </>
  );
}

function DirectiveInput(props: {
  readonly name: FormField;
  readonly reading: Reading;
  readonly suggestions: readonly string[];
  readonly note: string | undefined;
  /** What the queue does not allow: it is said, and not refused. */
  readonly warning: string | undefined;
  readonly onValue: (value: string) => void;
}) {
  const { name, reading, suggestions, note, warning, onValue } = props;
  const t = useT();
  const list = useId();
  const directive = reading.directives[name];
  const line =
    directive === null ? t('jobs.submit.noLine') : t('jobs.submit.line', { line: directive.line });
  const hint = note === undefined ? line : `${line} · ${note}`;
  const status: FieldStatus | undefined =
    (name === 'nodes' || name === 'limitSeconds') && reading.unread.includes(name)
      ? { kind: 'warning', text: t(`jobs.submit.unread.${name}`) }
      : warning === undefined
        ? undefined
        : { kind: 'warning', text: warning };
  return (
    <>
      <TextField
        label={t(`jobs.fields.${name}`)}
        mono={name !== 'name'}
        value={directive?.text ?? ''}
        // a line break would begin another line of the script
        onValueChange={(value) => onValue(value.replaceAll(/[\r\n]/g, ''))}
        hint={reading.missing === 'script' ? t(`jobs.submit.examples.${name}`) : hint}
        placeholder={t(name === 'array' ? 'jobs.submit.noArray' : 'jobs.submit.automatic')}
        {...(status && { status })}
        {...(suggestions.length > 0 && { list })}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((value) => (
            <option key={value} value={value} />
          ))}
        </datalist>
      )}
    </>
  );
}
