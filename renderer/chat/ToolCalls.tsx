import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Message, ToolCall } from '../../preload/contract/chat.ts';
import { useT } from '../i18n/index.ts';
import { Button, cx, Spinner } from '../ui/index.ts';
import { useThreadActions } from './threadActions.ts';

/** The tools that an answer has called: one line each, which unfolds to arguments and result. */
export function ToolCalls({ message }: { readonly message: Message }) {
  const t = useT();
  if (message.toolCalls.length === 0) return null;
  return (
    <ul aria-label={t('chat.tools.title')} className="mt-2">
      {message.toolCalls.map((call) => (
        <ToolLine key={call.id} messageId={message.id} call={call} />
      ))}
    </ul>
  );
}

interface ToolLineProps {
  readonly messageId: string;
  readonly call: ToolCall;
}

function ToolLine({ messageId, call }: ToolLineProps) {
  const t = useT();
  const { decideTool } = useThreadActions();
  const [open, setOpen] = useState(false);
  const { id, name, state, result } = call;
  const waiting = state === 'waiting';
  const said = result === null ? '' : result.replaceAll(/\s+/g, ' ').slice(0, 120);
  return (
    <li className="text-small text-text-soft">
      <div className="flex min-h-7 items-center gap-2">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex h-6 min-w-0 items-center gap-1 rounded-small px-1 hover:bg-hover hover:text-text"
        >
          <ChevronRight size={13} aria-hidden className={cx('shrink-0', open && 'rotate-90')} />
          {state === 'running' && <Spinner size={12} />}
          <span className="font-mono text-mono text-text">{name}</span>
          <span className="shrink-0">{t(`chat.tools.${state}`)}</span>
          <span className="min-w-0 truncate">{said}</span>
        </button>
        {waiting && (
          <>
            <Button size="small" onClick={() => decideTool(messageId, id, true)}>
              {t('chat.tools.allow')}
            </Button>
            <Button size="small" variant="quiet" onClick={() => decideTool(messageId, id, false)}>
              {t('chat.tools.refuse')}
            </Button>
          </>
        )}
      </div>
      {(open || waiting) && (
        <pre className="mt-0.5 mb-1 max-h-60 overflow-auto border-line border-l-2 pl-3 font-mono text-mono whitespace-pre-wrap wrap-anywhere">
          {[call.arguments, result].filter((part) => part !== null && part !== '').join('\n\n')}
        </pre>
      )}
    </li>
  );
}
