import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { TextArea } from '../../../../ui/index.ts';
import { isRecord } from '../form/schema.ts';
import { readJson } from '../form/values.ts';
import { BodyText } from './BodyText.tsx';
import type { RequestFormProps } from './requestDraft.ts';
import { bodyKindOf, contentOf, parametersOf, parameterValues } from './requestDraft.ts';

/** What the form writes, to be written by hand. */
export function RawForm(props: RequestFormProps) {
  const { detail, request, onChange } = props;
  const t = useT();
  const content = contentOf(detail, request.body);
  const kind = content === null ? null : bodyKindOf(content.type);
  const written = JSON.stringify(parameterValues(request), null, 2);
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? null : readJson(typed);
  const isBroken = typed !== null && !isRecord(read?.value);
  return (
    <>
      <TextArea
        label={t('console.raw.parameters')}
        hint={t('console.raw.parametersHint')}
        mono
        rows={3}
        value={typed ?? written}
        onValueChange={(text) => {
          setTyped(text);
          const value = readJson(text)?.value;
          if (isRecord(value)) onChange({ parameters: [...parametersOf(value)] });
        }}
        onBlur={() => {
          if (!isBroken) setTyped(null);
        }}
        {...(isBroken && { problem: t('console.form.noJson') })}
      />
      {content !== null && (kind === 'json' || kind === 'text') && (
        <BodyText {...props} content={content} />
      )}
    </>
  );
}
