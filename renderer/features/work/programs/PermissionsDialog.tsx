import { type FormEvent, useId, useState } from 'react';
import type {
  Program,
  ProgramPath,
  ProgramPermissions,
} from '../../../../preload/contract/work/programs.ts';
import { useT } from '../../../i18n/index.ts';
import { useClient, useFollowed, useStores } from '../../../kit/index.ts';
import { useAction } from '../../../kit/useAction.ts';
import { DateField } from '../../../ui/fields/DateField.tsx';
import {
  Button,
  Checkbox,
  Dialog,
  ErrorBar,
  Select,
  TextArea,
  TextField,
} from '../../../ui/index.ts';

interface PermissionsDialogProps {
  /** Null for a new one. */
  readonly program: Program | null;
  readonly onAdded: (added: { readonly id: string; readonly key: string }) => void;
  readonly onClose: () => void;
}

const day = 24 * 3_600_000;
const ends = { never: null, day, week: 7 * day, month: 30 * day } as const;
type End = keyof typeof ends | 'kept' | 'date';

/** What a program may use, until when. */
export function PermissionsDialog({ program, onAdded, onClose }: PermissionsDialogProps) {
  const t = useT();
  const formId = useId();
  const client = useClient();
  const stores = useStores();
  const { busy, problem, attempt } = useAction();
  const systems = useFollowed(() => stores.systems).value;
  const [name, setName] = useState(program?.name ?? '');
  const [systemId, setSystemId] = useState(program?.systemId ?? systems?.selectedId ?? '');
  const [paths, setPaths] = useState<readonly ProgramPath[]>(program?.paths ?? ['v1']);
  const [models, setModels] = useState((program?.models ?? []).join('\n'));
  const [readOnly, setReadOnly] = useState(program?.readOnly ?? true);
  const [conversations, setConversations] = useState(program?.conversations ?? false);
  const [end, setEnd] = useState<End>(program === null ? 'never' : 'kept');
  const [lastDay, setLastDay] = useState('');
  const usesModels = paths.includes('v1') || paths.includes('mcp');
  const named = models.split('\n').flatMap((line) => line.trim() || []);

  const endsAt = (): string | null => {
    if (end === 'kept') return program?.endsAt ?? null;
    return end === 'date' ? endOfDay(lastDay) : endOf(ends[end]);
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const given: ProgramPermissions = {
      name,
      paths: [...paths],
      models: usesModels && named.length > 0 ? named : null,
      readOnly,
      conversations: conversations && paths.includes('mcp'),
      endsAt: endsAt(),
    };
    if (program === null) {
      const added = await attempt(() => client.call('programs.add', { systemId, ...given }));
      if (added !== null) onAdded(added.value);
      return;
    }
    const { id } = program;
    if ((await attempt(() => client.call('programs.change', { id, ...given }))) !== null) onClose();
  };

  return (
    <Dialog
      open
      onClose={onClose}
      title={
        program === null
          ? t('programs.form.addTitle')
          : t('programs.form.changeTitle', { name: program.name })
      }
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={busy}
            disabled={
              name.trim() === '' ||
              paths.length === 0 ||
              systemId === '' ||
              (end === 'date' && endOfDay(lastDay) === null)
            }
          >
            {t(program === null ? 'programs.form.add' : 'programs.form.save')}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={(event) => void submit(event)} className="flex flex-col gap-4">
        {problem && <ErrorBar error={problem} />}
        <TextField
          label={t('programs.form.name')}
          hint={t('programs.form.nameHint')}
          value={name}
          maxLength={200}
          onValueChange={setName}
        />
        {program === null && (
          <Select
            label={t('programs.form.system')}
            value={systemId}
            options={(systems?.systems ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            onValueChange={setSystemId}
          />
        )}
        <MayUse
          {...{ paths, readOnly, conversations }}
          onPaths={setPaths}
          onReadOnly={setReadOnly}
          onConversations={setConversations}
        />
        {usesModels && (
          <TextArea
            label={t('programs.form.models')}
            hint={t('programs.form.modelsHint')}
            value={models}
            rows={3}
            onValueChange={setModels}
          />
        )}
        <EndFields
          canKeep={program !== null}
          {...{ end, lastDay }}
          onEnd={setEnd}
          onLastDay={setLastDay}
        />
      </form>
    </Dialog>
  );
}

function endOf(lasts: number | null): string | null {
  return lasts === null ? null : new Date(Date.now() + lasts).toISOString();
}

/** The end of a day here; null if it is none, or over. */
function endOfDay(date: string): string | null {
  const end = new Date(`${date}T23:59:59`);
  return end.getTime() > Date.now() ? end.toISOString() : null;
}

interface EndFieldsProps {
  /** Its present end can stay. */
  readonly canKeep: boolean;
  readonly end: End;
  readonly lastDay: string;
  readonly onEnd: (end: End) => void;
  readonly onLastDay: (lastDay: string) => void;
}

function EndFields({ canKeep, end, lastDay, onEnd, onLastDay }: EndFieldsProps) {
  const t = useT();
  return (
    <div className="grid grid-cols-2 items-start gap-3">
      <Select<End>
        label={t('programs.form.ends')}
        value={end}
        options={[
          ...(canKeep ? [{ value: 'kept' as const, label: t('programs.form.kept') }] : []),
          ...(['never', 'day', 'week', 'month', 'date'] as const).map((value) => ({
            value,
            label: t(`programs.form.${value}`),
          })),
        ]}
        onValueChange={onEnd}
      />
      {end === 'date' && (
        <DateField
          label={t('programs.form.endsAt')}
          value={lastDay}
          min={new Date().toLocaleDateString('sv')}
          max="2199-12-31"
          problem={
            lastDay !== '' && endOfDay(lastDay) === null ? t('programs.form.past') : undefined
          }
          onValueChange={onLastDay}
        />
      )}
    </div>
  );
}

interface MayUseProps {
  readonly paths: readonly ProgramPath[];
  readonly onPaths: (paths: readonly ProgramPath[]) => void;
  readonly readOnly: boolean;
  readonly onReadOnly: (readOnly: boolean) => void;
  readonly conversations: boolean;
  readonly onConversations: (conversations: boolean) => void;
}

function MayUse({
  paths,
  onPaths,
  readOnly,
  onReadOnly,
  conversations,
  onConversations,
}: MayUseProps) {
  const t = useT();
  const set = (path: ProgramPath) => (on: boolean) =>
    onPaths(on ? [...paths, path] : paths.filter((one) => one !== path));
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1.5 text-small font-medium">{t('programs.form.mayUse')}</legend>
      <Checkbox
        label={t('programs.form.v1')}
        hint={t('programs.form.v1Hint')}
        checked={paths.includes('v1')}
        onCheckedChange={set('v1')}
      />
      <Checkbox
        label={t('programs.form.mcp')}
        hint={t('programs.form.mcpHint')}
        checked={paths.includes('mcp')}
        onCheckedChange={set('mcp')}
      />
      {paths.includes('mcp') && (
        <Checkbox
          label={t('programs.form.conversations')}
          hint={t('programs.form.conversationsHint')}
          checked={conversations}
          onCheckedChange={onConversations}
        />
      )}
      <Checkbox
        label={t('programs.form.webApi')}
        hint={t('programs.form.webApiHint')}
        checked={paths.includes('web-api')}
        onCheckedChange={set('web-api')}
      />
      {(paths.includes('web-api') || paths.includes('mcp')) && (
        <Checkbox
          label={t('programs.form.readOnly')}
          hint={t('programs.form.readOnlyHint')}
          checked={readOnly}
          onCheckedChange={onReadOnly}
        />
      )}
    </fieldset>
  );
}
