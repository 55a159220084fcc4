import { useState } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { UnsentLines } from '../../../../kit/bars/UnsentLines.tsx';
import { Card, CopyButton, ErrorBar, FoldButton, legible } from '../../../../ui/index.ts';
import type { Missing } from './form.ts';
import type { Preview } from './usePreview.ts';

interface ExactRequestProps {
  readonly preview: Preview;
  readonly missing: Missing | null;
}

/** What goes to the server, to the letter; secrets are left out. */
export function ExactRequest({ preview, missing }: ExactRequestProps) {
  const t = useT();
  const [open, setOpen] = useState(true);
  const { request, problem } = preview;
  const headers = Object.entries(request?.headers ?? {}).map(
    ([name, value]) => `${name}: ${value}`,
  );
  const text =
    request === null
      ? ''
      : [`${request.method} ${request.url}`, ...headers, '', request.body].join('\n');
  return (
    <Card className="flex flex-col gap-2 p-3">
      <div className="flex items-center justify-between">
        <FoldButton open={open} onFold={setOpen} className="ml-0">
          {t('jobs.request.title')}
        </FoldButton>
        {request && <CopyButton name={t('jobs.request.title')} text={text} />}
      </div>
      {request && <UnsentLines {...request} />}
      {open && problem && <ErrorBar error={problem} />}
      {open && request === null && !problem && (
        <p className="text-small text-text-soft">
          {t(missing === null ? 'common.working' : 'jobs.request.none')}
        </p>
      )}
      {open && request && (
        <section
          aria-label={t('jobs.request.title')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
          className="max-h-72 overflow-auto rounded-control border border-line bg-sunken px-3 py-2 font-mono text-small leading-4.5 wrap-anywhere whitespace-pre-wrap"
        >
          {legible(text)}
        </section>
      )}
    </Card>
  );
}
