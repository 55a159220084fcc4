import { Globe } from 'lucide-react';
import { useState } from 'react';
import type { ToolForm } from '../../../../preload/contract/chat/tool-forms.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { LinkQuestion } from '../../../markdown/index.ts';
import { Button, oneLine } from '../../../ui/index.ts';
import { drawn } from './drawn.ts';
import { ExactText } from './ExactText.tsx';
import { ServerFrame } from './ServerFrame.tsx';

interface ServerPageProps {
  readonly form: ToolForm;
  readonly page: NonNullable<ToolForm['page']>;
}

export default function ServerPage(props: ServerPageProps) {
  return (
    <LateTexts>
      <Offer {...props} />
    </LateTexts>
  );
}

/**
 * A page that a server asks the user to open while its tool runs. It never takes the focus, loads nothing, and opens by
 * a press after the usual question.
 */
function Offer({ form, page }: ServerPageProps) {
  const t = useT();
  const { id, server } = form;
  const client = useClient();
  const { busy, problem, attempt } = useProblem();
  const [asks, setAsks] = useState(false);
  const { url, host, readable, opened } = page;
  const accept = () =>
    client.call('toolForms.answer', { id, answer: { kind: 'accept', values: [] } });
  const refuse = (kind: 'decline' | 'cancel') =>
    void attempt(() => client.call('toolForms.answer', { id, answer: { kind } }));
  const title = t('permission.page.title', { name: oneLine(drawn(server.name).text, 120) });
  return (
    <ServerFrame form={form} icon={Globe} title={title} problem={problem}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span>{t('permission.page.host')}</span>
        <strong dir="ltr" className="font-semibold wrap-anywhere">
          {host}
        </strong>
        {readable !== null && (
          <span className="wrap-anywhere">
            {t('permission.page.readable', { name: drawn(readable).text })}
          </span>
        )}
      </p>
      <div
        tabIndex={url.length > 300 ? 0 : undefined}
        className="max-h-32 shrink-0 overflow-y-auto rounded-control bg-sunken px-3 py-2"
      >
        <ExactText text={url} />
      </div>
      <p className="phrases text-small text-text-soft">
        {t(opened ? 'permission.page.opened' : 'permission.page.note')}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" onClick={() => refuse('cancel')}>
          {t('permission.form.cancel')}
        </Button>
        <Button onClick={() => refuse('decline')}>{t('permission.form.decline')}</Button>
        <Button
          variant={opened ? 'plain' : 'primary'}
          disabled={busy}
          onClick={() => setAsks(true)}
        >
          {t(opened ? 'permission.page.again' : 'permission.page.open')}
        </Button>
        {opened && (
          <Button variant="primary" busy={busy} onClick={() => void attempt(accept)}>
            {t('permission.page.goOn')}
          </Button>
        )}
      </div>
      {asks && (
        <LinkQuestion
          address={url}
          onClose={() => setAsks(false)}
          {...(!opened && { onOpened: accept })}
        />
      )}
    </ServerFrame>
  );
}
