import { Pencil, ShieldQuestionMark } from 'lucide-react';
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { ToolRequest } from '../../../../preload/contract/chat/tools.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { UnsentLines } from '../../../kit/bars/UnsentLines.tsx';
import { useStores } from '../../../kit/index.ts';
import { useOffer } from '../../../kit/useCommand.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Badge, byUserOnly, ErrorBar, oneLine, VisuallyHidden } from '../../../ui/index.ts';
import { Decision, type Decisions } from './Decision.tsx';
import { drawn } from './drawn.ts';
import { ExactArguments } from './ExactArguments.tsx';
import { Reason } from './Reason.tsx';
import { useArmed } from './useArmed.ts';

interface PermissionRequestProps {
  readonly request: ToolRequest;
  /** Number of requests of the conversation, this one included. */
  readonly count: number;
}

export default function PermissionRequest(props: PermissionRequestProps) {
  return (
    <LateTexts>
      <Request {...props} />
    </LateTexts>
  );
}

/** One call that waits: which tool of which server, with what exactly, and the answers. It never takes the focus. */
function Request({ request, count }: PermissionRequestProps) {
  const t = useT();
  const { client, commands } = useStores();
  const { busy, problem, attempt } = useProblem();
  const titleId = useId();
  const box = useRef<HTMLElement>(null);
  const refuse = useRef<HTMLButtonElement>(null);
  const armed = useArmed();
  const [seen, setSeen] = useState(false);
  const [raw, setRaw] = useState(false);
  useOffer('answer-request', () => refuse.current?.focus());
  // before the request leaves the page, and the focus with it
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      // whoever answered by the keyboard goes on writing, and does not answer the next request by the same key
      if (current?.contains(document.activeElement)) void commands.ask('focus-composer');
    };
  }, [commands]);

  const { messageId, callId, digest, tool } = request;
  const decide: Decisions = (decision) => {
    if (busy) return;
    void attempt(() => client.call('toolRequests.decide', { messageId, callId, digest, decision }));
  };
  const name = oneLine(drawn(tool.ownName).text, 120);
  return (
    <section
      {...byUserOnly}
      ref={box}
      aria-labelledby={titleId}
      onKeyDown={ignoreRepeats}
      className="mb-3 flex max-h-[66vh] flex-col gap-2 overflow-y-auto rounded-card border-[1.5px] border-accent bg-raised px-4 py-3"
    >
      <VisuallyHidden>
        <span role="alert">{t('permission.announced', { name })}</span>
      </VisuallyHidden>
      <header className="flex min-h-6 flex-wrap items-center gap-x-2 gap-y-1">
        <ShieldQuestionMark size={16} aria-hidden className="shrink-0 text-accent-text" />
        <h2 id={titleId} className="min-w-0 text-heading font-semibold wrap-anywhere">
          {t('permission.title', { name })}
        </h2>
        {tool.writes && (
          <Badge tone="warning" icon={Pencil}>
            {t('permission.writes')}
          </Badge>
        )}
        {count > 1 && (
          <span className="tabular ml-auto shrink-0 text-small text-text-soft">
            {t('permission.oneOf', { count })}
          </span>
        )}
      </header>
      <Server request={request} />
      {problem && <ErrorBar error={problem} />}
      <ExactArguments
        text={request.arguments}
        raw={raw}
        onRaw={setRaw}
        onSeen={() => setSeen(true)}
      />
      <UnsentLines {...request} />
      <Reason request={request} />
      <Decision
        request={request}
        refuse={refuse}
        blocked={!armed || !seen}
        unseen={!seen}
        onDecide={decide}
      />
    </section>
  );
}

/** Who would run it: by name, and by the command or address that it was added with. */
function Server({ request: { server } }: { readonly request: ToolRequest }) {
  const t = useT();
  return (
    <p className="flex flex-wrap items-baseline gap-x-2">
      <span className="text-small text-text-soft">{t('permission.server')}</span>
      {server === null ? (
        <span>{t('permission.builtIn')}</span>
      ) : (
        <>
          <span className="font-medium wrap-anywhere">{oneLine(drawn(server.name).text, 120)}</span>
          <span dir="ltr" className="min-w-0 font-mono text-mono text-text-soft wrap-anywhere">
            {drawn(server.where).text}
          </span>
        </>
      )}
    </p>
  );
}

/** A key that is held down answers nothing: it was pressed for something else. */
function ignoreRepeats(event: KeyboardEvent) {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
