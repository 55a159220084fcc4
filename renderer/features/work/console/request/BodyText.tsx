import type { OperationDetail } from '../../../../../preload/contract/work/console-descriptions.ts';
import type { ConsoleRequest } from '../../../../../preload/contract/work/console-requests.ts';
import { useT } from '../../../../i18n/index.ts';
import { TextArea } from '../../../../ui/index.ts';
import { readJson } from '../form/values.ts';
import { type BodyContent, isJsonType } from './requestDraft.ts';

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
  const broken = isJsonType(type) && text.trim() !== '' && readJson(text) === null;
  return (
    <TextArea
      label={t('console.body.raw', { type })}
      mono
      rows={8}
      value={text}
      onValueChange={(next) =>
        onChange({
          body:
            next === '' && detail.body?.required !== true
              ? null
              : { kind: 'text', type, text: next },
        })
      }
      {...(broken && {
        status: { kind: 'warning', text: t('console.form.noJson') },
      })}
    />
  );
}
