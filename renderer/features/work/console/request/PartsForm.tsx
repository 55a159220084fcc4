import { FileUp, X } from 'lucide-react';
import { useRef } from 'react';
import type { CallOutput } from '../../../../../preload/contract/index.ts';
import type { OperationDetail } from '../../../../../preload/contract/work/console-descriptions.ts';
import { largestHeld } from '../../../../../preload/contract/work/console-limits.ts';
import type { ConsoleRequest } from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, ErrorBar, IconButton, TextField } from '../../../../ui/index.ts';
import { hintOf, placeholderOf } from '../form/hints.ts';
import { aboutOf, kindOf, type SchemaField } from '../form/schema.ts';
import { TextValue } from '../form/TextValue.tsx';
import { type BodyContent, bodyKindOf } from './requestDraft.ts';

type HeldFile = CallOutput<'apiConsole.hold'>;
type Part = Extract<NonNullable<ConsoleRequest['body']>, { kind: 'multipart' }>['fields'][number];
type TextPart = Extract<
  NonNullable<ConsoleRequest['body']>,
  { kind: 'urlencoded' }
>['fields'][number];

/** The fields of a form as HTML sends it: texts and files. */
export function PartsForm(props: {
  readonly detail: OperationDetail;
  readonly content: BodyContent;
  readonly request: ConsoleRequest;
  readonly onChange: (part: Partial<ConsoleRequest>) => void;
}) {
  const { detail, content, request, onChange } = props;
  const t = useT();
  const kind = kindOf(content.schema, detail.schemas);
  const fields = kind.kind === 'record' ? kind.fields : [];
  const isMultipart = bodyKindOf(content.type) === 'multipart';
  const { body } = request;
  const parts: readonly Part[] =
    body?.kind === 'multipart' || body?.kind === 'urlencoded' ? body.fields : [];
  const put = (name: string, part: Part | null) => {
    const next = [...parts.filter((one) => one.name !== name), ...(part === null ? [] : [part])];
    onChange({
      body: isMultipart
        ? { kind: 'multipart', fields: next }
        : { kind: 'urlencoded', fields: next.filter(isText) },
    });
  };
  if (fields.length === 0) {
    return <p className="text-small text-text-soft">{t('console.body.noFields')}</p>;
  }
  return fields.map((field) => {
    const part = parts.find(({ name }) => name === field.name);
    const isFile = isMultipart && kindOf(field.schema, detail.schemas).kind === 'file';
    const label = field.required ? t('console.form.required', { name: field.name }) : field.name;
    return isFile ? (
      <FilePick
        key={field.name}
        label={label}
        file={part !== undefined && 'file' in part ? part.file : null}
        type=""
        onFile={(file) => put(field.name, file === null ? null : { name: field.name, file })}
      />
    ) : (
      <TextPartField
        key={field.name}
        field={field}
        label={label}
        schemas={detail.schemas}
        value={part !== undefined && 'value' in part ? part.value : ''}
        onValue={(value) => put(field.name, value === '' ? null : { name: field.name, value })}
      />
    );
  });
}

const isText = (part: Part): part is TextPart => 'value' in part;

function TextPartField(props: {
  readonly field: SchemaField;
  readonly label: string;
  readonly schemas: OperationDetail['schemas'];
  readonly value: string;
  readonly onValue: (value: string) => void;
}) {
  const { field, label, schemas, value, onValue } = props;
  const t = useT();
  return (
    <TextValue
      label={label}
      hint={hintOf(field.schema, schemas)}
      placeholder={placeholderOf(t, aboutOf(field.schema, schemas))}
      value={value}
      onValueChange={onValue}
    />
  );
}

/** A file that is sent. */
export function FilePick(props: {
  readonly label?: string;
  readonly file: HeldFile | null;
  /** The type that it is sent as; empty: its own. */
  readonly type: string;
  readonly onFile: (file: HeldFile | null) => void;
}) {
  const { file, type, onFile } = props;
  const t = useT();
  const format = useFormat();
  const client = useClient();
  const input = useRef<HTMLInputElement>(null);
  const { busy, problem, attempt } = useProblem();
  const label = props.label ?? t('console.body.file');
  const take = async (chosen: File) => {
    const held = await attempt(async () =>
      client.call('apiConsole.hold', {
        name: chosen.name,
        type: type || chosen.type || 'application/octet-stream',
        bytes: new Uint8Array(await chosen.slice(0, largestHeld + 1).arrayBuffer()),
      }),
    );
    if (held !== null) onFile(held.value);
  };
  const drop = async (held: HeldFile) => {
    onFile(null);
    await attempt(() => client.call('apiConsole.release', { id: held.id }));
  };
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label={label}
        readOnly
        onValueChange={() => undefined}
        value={file === null ? '' : `${file.name} · ${format.bytes(file.size)}`}
        trailing={
          file !== null && (
            <IconButton
              size="small"
              icon={X}
              label={t('console.body.removeFile', { name: file.name })}
              onClick={() => void drop(file)}
            />
          )
        }
      />
      <Button
        size="small"
        icon={FileUp}
        busy={busy}
        className="self-start"
        onClick={() => input.current?.click()}
      >
        {t('console.body.chooseFile')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        onChange={(event) => {
          const chosen = event.target.files?.[0];
          if (chosen !== undefined) void take(chosen);
          // lets the same file be chosen again
          event.target.value = '';
        }}
      />
      {problem && <ErrorBar error={problem} />}
    </div>
  );
}
