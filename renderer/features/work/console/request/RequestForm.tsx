import { useT } from '../../../../i18n/index.ts';
import { RecordFields } from '../form/ValueField.tsx';
import { withValueAt } from '../form/values.ts';
import { BodyForm } from './BodyForm.tsx';
import {
  parameterFields,
  parametersOf,
  parameterValues,
  type RequestFormProps,
} from './requestDraft.ts';

/** Parameters and body as fields. */
export function RequestForm(props: RequestFormProps) {
  const { detail, request, onChange } = props;
  const t = useT();
  const values = parameterValues(request);
  const fields = parameterFields(detail);
  if (fields.length === 0 && detail.body === null) {
    return <p className="text-small text-text-soft">{t('console.form.nothing')}</p>;
  }
  return (
    <>
      {fields.length > 0 && (
        <RecordFields
          fields={fields}
          path={[]}
          body={{
            value: values,
            schemas: detail.schemas,
            change: (path, part) =>
              onChange({ parameters: [...parametersOf(withValueAt(values, path, part))] }),
          }}
        />
      )}
      {detail.body !== null && <BodyForm {...props} />}
    </>
  );
}
