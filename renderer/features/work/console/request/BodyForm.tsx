import { useT } from '../../../../i18n/index.ts';
import { Bar, Select } from '../../../../ui/index.ts';
import { isRecord, kindOf } from '../form/schema.ts';
import { RecordFields, ValueField } from '../form/ValueField.tsx';
import { withValueAt } from '../form/values.ts';
import { BodyText } from './BodyText.tsx';
import { FilePick, PartsForm } from './PartsForm.tsx';
import type { RequestFormProps } from './requestDraft.ts';
import { type BodyContent, bodyKindOf, contentOf, emptyBody, jsonOf } from './requestDraft.ts';

/** The body by its type: a form, a text or a file. */
export function BodyForm(props: RequestFormProps) {
  const { detail, request, onChange } = props;
  const t = useT();
  const content = contentOf(detail, request.body);
  const contents = detail.body?.contents ?? [];
  if (content === null) return null;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-semibold">
          {t(detail.body?.required === true ? 'console.body.required' : 'console.body.title')}
        </h3>
        {contents.length > 1 && (
          <Select
            label={t('console.body.type')}
            labelHidden
            value={content.type}
            options={contents.map(({ type }) => ({ value: type, label: type }))}
            onValueChange={(type) => {
              const next = contents.find((one) => one.type === type) ?? null;
              const empty = emptyBody(detail, next);
              const kind = bodyKindOf(type);
              // without any body its type would not be known
              const isText = empty === null && (kind === 'text' || kind === 'json');
              onChange({ body: isText ? { kind: 'text', type, text: '' } : empty });
            }}
          />
        )}
      </div>
      <Content {...props} content={content} />
    </div>
  );
}

function Content(props: RequestFormProps & { readonly content: BodyContent }) {
  const { content, request, onChange } = props;
  switch (bodyKindOf(content.type)) {
    case 'json':
      return <JsonForm {...props} />;
    case 'urlencoded':
    case 'multipart':
      return <PartsForm {...props} />;
    case 'text':
      return <BodyText {...props} />;
    case 'file':
      return (
        <FilePick
          file={request.body?.kind === 'file' ? request.body.file : null}
          type={content.type}
          onFile={(file) => onChange({ body: file === null ? null : { kind: 'file', file } })}
        />
      );
  }
}

function JsonForm(props: RequestFormProps & { readonly content: BodyContent }) {
  const { detail, content, request, onChange } = props;
  const t = useT();
  const json = jsonOf(request.body);
  const schema = isRecord(content.schema) ? content.schema : {};
  const kind = kindOf(schema, detail.schemas);
  if (json === null) {
    return (
      <>
        <Bar tone="note">{t('console.body.noForm')}</Bar>
        <BodyText {...props} />
      </>
    );
  }
  if (kind.kind === 'json') return <BodyText {...props} />;
  const body = {
    value: json.value,
    schemas: detail.schemas,
    change(path: readonly (string | number)[], part: unknown) {
      const next = withValueAt(json.value, path, part);
      const isRequired = detail.body?.required === true;
      const text =
        next === undefined
          ? isRequired
            ? kind.kind === 'record'
              ? '{}'
              : ''
            : null
          : JSON.stringify(next, null, 2);
      onChange({ body: text === null ? null : { kind: 'text', type: content.type, text } });
    },
  };
  if (kind.kind === 'record') return <RecordFields fields={kind.fields} path={[]} body={body} />;
  return (
    <ValueField
      field={{ name: t('console.body.value'), schema, required: detail.body?.required === true }}
      path={[]}
      body={body}
    />
  );
}
