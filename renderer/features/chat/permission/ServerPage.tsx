import { Globe } from 'lucide-react';
import { useId, useState } from 'react';
import type { ToolForm } from '../../../../preload/contract/chat/tool-forms.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useClient } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { LinkQuestion } from '../../../markdown/index.ts';
import { Button, ErrorBar, oneLine, VisuallyHidden } from '../../../ui/index.ts';
import { drawn } from './drawn.ts';
import { ExactText } from './ExactText.tsx';

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
function Offer({ form: { id, server, tool, message }, page }: ServerPageProps) {
  const t = useT();
  const titleId = useId();
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
    <section
      aria-labelledby={titleId}
      className="mb-3 flex max-h-[66vh] flex-col gap-2 overflow-y-auto rounded-card border-[1.5px] border-accent bg-raised px-4 py-3"
    >
      <VisuallyHidden>
        <span role="alert">{title}</span>
      </VisuallyHidden>
      <header className="flex min-h-6 items-center gap-2">
        <Globe size={16} aria-hidden className="shrink-0 text-accent-text" />
        <h2 id={titleId} className="min-w-0 text-heading font-semibold wrap-anywhere">
          {title}
        </h2>
      </header>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span>{t('permission.form.during', { tool: oneLine(drawn(tool).text, 120) })}</span>
        <span dir="ltr" className="min-w-0 font-mono text-mono text-text-soft wrap-anywhere">
          {drawn(server.where).text}
        </span>
      </p>
      {problem && <ErrorBar error={problem} />}
      <div className="max-h-40 overflow-y-auto rounded-control bg-sunken px-3 py-2">
        <ExactText text={message} />
      </div>
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
    </section>
  );
}
