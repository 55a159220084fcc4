import { useMemo, useState } from 'react';
import { parseForeign } from '../../../../../common/texts/json.ts';
import type {
  ConsoleAnswer,
  Exchange,
} from '../../../../../preload/contract/work/console-answers.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useLoaded } from '../../../../kit/loading/useLoaded.ts';
import { ErrorBar, Segmented } from '../../../../ui/index.ts';
import { HeadersBody } from './HeadersBody.tsx';
import { ImageBody } from './ImageBody.tsx';
import { Lines } from './Lines.tsx';
import { RecordsTable } from './RecordsTable.tsx';
import { findRecords } from './records.ts';
import { TextBody } from './TextBody.tsx';
import { TreeBody } from './TreeBody.tsx';

type View = 'table' | 'tree' | 'text' | 'image' | 'lines' | 'headers';

/** The body in the ways that it can be looked at, and the headers. */
export function AnswerBody(props: { readonly exchange: Exchange; readonly answer: ConsoleAnswer }) {
  const { exchange, answer } = props;
  const t = useT();
  const client = useClient();
  const { systemId, id, state } = exchange;
  const { kind, headers } = answer;
  const isEnded = state !== 'sending' && state !== 'receiving';
  const isLoaded = isEnded && (kind === 'json' || kind === 'text' || kind === 'image');
  const { value: body, problem } = useLoaded(isLoaded ? id : null, () =>
    client.call('apiConsole.body', { systemId, id }),
  );
  const text = body !== null && 'text' in body ? body.text : null;
  const json = useMemo(() => (kind === 'json' && text !== null ? read(text) : null), [kind, text]);
  const records = useMemo(() => (json === null ? null : findRecords(json.value)), [json]);
  const views: View[] = [
    ...(records === null ? [] : ['table' as const]),
    ...(json === null ? [] : ['tree' as const]),
    ...(kind === 'image' ? ['image' as const] : []),
    ...(kind === 'events' ? ['lines' as const] : []),
    ...(text === null ? [] : ['text' as const]),
    'headers',
  ];
  const [chosen, setChosen] = useState<View | null>(null);
  const [first = 'headers'] = views;
  const view = chosen !== null && views.includes(chosen) ? chosen : first;
  return (
    <>
      <div className="px-4 pb-2">
        <Segmented
          label={t('console.answer.view')}
          labelHidden
          value={view}
          options={views.map((value) => ({
            value,
            label:
              value === 'headers'
                ? t('console.request.headers', { number: headers.length })
                : t(`console.answer.views.${value}`),
          }))}
          onValueChange={setChosen}
        />
      </div>
      {problem && <ErrorBar error={problem} className="mx-4 mb-2" />}
      {view === 'table' && records && <RecordsTable records={records} />}
      {view === 'tree' && json && <TreeBody value={json.value} />}
      {view === 'text' && text !== null && <TextBody text={text} />}
      {view === 'image' && body !== null && 'bytes' in body && (
        <ImageBody bytes={body.bytes} type={answer.type} />
      )}
      {view === 'lines' && (
        <Lines systemId={systemId} id={id} count={answer.lines} ended={isEnded} />
      )}
      {view === 'headers' && <HeadersBody answer={answer} />}
    </>
  );
}

/** JSON of a server; null where it is none, or too deep to be drawn. */
function read(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseForeign(text) };
  } catch {
    return null;
  }
}
