import { useState } from 'react';
import type { OperationDetail } from '../../../../../preload/contract/work/console-descriptions.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, ErrorBar, LongText, TextArea } from '../../../../ui/index.ts';

/** Characters that two lines have room for. */
const shortText = 90;

/** What the description says of an operation, and the user's note. */
export function About(props: {
  readonly systemId: string;
  readonly descriptionId: string;
  readonly detail: OperationDetail;
}) {
  const { systemId, descriptionId, detail } = props;
  const t = useT();
  const client = useClient();
  const { busy, problem, attempt } = useProblem();
  const [whole, setWhole] = useState(false);
  const [note, setNote] = useState(detail.note);
  const [draft, setDraft] = useState<string | null>(null);
  const text = detail.description === detail.summary ? '' : detail.description;
  const save = async () => {
    const next = (draft ?? '').trim();
    const of = { systemId, descriptionId, key: detail.key, note: next };
    if ((await attempt(() => client.call('apiConsole.setNote', of))) === null) return;
    setNote(next);
    setDraft(null);
  };
  return (
    <div className="flex flex-col gap-1 text-small text-text-soft">
      {text !== '' && (
        <div className={whole ? 'max-h-40 overflow-y-auto' : 'line-clamp-2'}>
          <LongText text={text} />
        </div>
      )}
      {note !== '' && draft === null && (
        <div className="border-accent border-l-2 pl-2 text-text">
          <LongText text={note} />
        </div>
      )}
      {draft === null ? (
        <div className="-ml-2 flex gap-1">
          {text.length > shortText && (
            <Button
              size="small"
              variant="quiet"
              aria-expanded={whole}
              onClick={() => setWhole(!whole)}
            >
              {t(whole ? 'console.request.less' : 'console.request.all')}
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => setDraft(note)}>
            {t(note === '' ? 'console.note.add' : 'console.note.edit')}
          </Button>
        </div>
      ) : (
        <>
          <TextArea
            label={t('console.note.label')}
            rows={2}
            maxLength={10_000}
            value={draft}
            onValueChange={setDraft}
          />
          <div className="flex gap-2">
            <Button size="small" variant="primary" busy={busy} onClick={() => void save()}>
              {t('common.save')}
            </Button>
            <Button size="small" onClick={() => setDraft(null)}>
              {t('common.cancel')}
            </Button>
          </div>
          {problem && <ErrorBar error={problem} />}
        </>
      )}
    </div>
  );
}
