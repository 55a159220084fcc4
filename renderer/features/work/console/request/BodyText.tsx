import { exceedsDepth } from '../../../../../common/texts/json.ts';
import { jsonFault } from '../../../../../common/texts/json-text.ts';
import { variableInText } from '../../../../../common/texts/variables.ts';
import type { OperationDetail } from '../../../../../preload/contract/work/console-descriptions.ts';
import type { ConsoleRequest } from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { type FieldStatus, faultText, onDemand, TextArea } from '../../../../ui/index.ts';
import { readJson } from '../form/values.ts';
import { type BodyContent, isJsonType } from './requestDraft.ts';

const JsonField = onDemand(() => import('./JsonField.tsx'));

/** Of longer texts it is only said whether they are JSON: the place takes too long to find with each key. */
const longestChecked = 200_000;
const deepest = 500;

/** The body as it is sent. */
export function BodyText(props: {
  readonly detail: OperationDetail;
  readonly content: BodyContent;
  readonly request: ConsoleRequest;
  readonly onChange: (part: Partial<ConsoleRequest>) => void;
}) {
  const { detail, content, request, onChange } = props;
  const t = useT();
  const text = request.body?.kind === 'text' ? request.body.text : '';
  const { type } = content;
  const label = t('console.body.raw', { type });
  const change = (next: string) =>
    onChange({
      body:
        next === '' && detail.body?.required !== true ? null : { kind: 'text', type, text: next },
    });
  if (!isJsonType(type)) {
    return <TextArea label={label} mono rows={8} value={text} onValueChange={change} />;
  }
  const fault = text.trim() === '' ? null : faultOf(text);
  const status: FieldStatus | null = fault && {
    kind: 'warning',
    text: fault.line === undefined ? t('console.form.noJson') : faultText({ ...fault }, t),
  };
  return (
    <JsonField
      label={label}
      value={text}
      onValueChange={change}
      {...(status && { status })}
      fault={fault?.line === undefined ? null : { line: fault.line, column: fault.column ?? 1 }}
    />
  );
}

/** A variable may stand for a number: it counts as one. */
function faultOf(text: string) {
  const filled = text.replace(variableInText, (whole) => '1'.repeat(whole.length));
  if (filled.length > longestChecked || exceedsDepth(filled, deepest)) {
    return readJson(filled) === null ? { fault: 'not-json' as const } : null;
  }
  return jsonFault(filled);
}
