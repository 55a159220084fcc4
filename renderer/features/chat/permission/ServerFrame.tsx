import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import type { ToolForm } from '../../../../preload/contract/chat/tool-forms.ts';
import type { AppErrorData } from '../../../../preload/contract/errors.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useOffer } from '../../../kit/useCommand.ts';
import { ErrorBar, oneLine, VisuallyHidden } from '../../../ui/index.ts';
import { drawn } from './drawn.ts';
import { ExactText } from './ExactText.tsx';

interface ServerFrameProps {
  readonly form: ToolForm;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly problem: AppErrorData | null;
  readonly children: ReactNode;
}

const controls = 'input, select, textarea, button';

/**
 * What a server asks the user for while its tool runs: who asks, and its words as they are. It never takes the focus; the
 * command goes to its first control, none of which accepts anything.
 */
export function ServerFrame({ form, icon: Icon, title, problem, children }: ServerFrameProps) {
  const t = useT();
  const titleId = useId();
  const { commands } = useStores();
  const box = useRef<HTMLElement>(null);
  const asked = useRef<HTMLDivElement>(null);
  useOffer('answer-request', () => asked.current?.querySelector<HTMLElement>(controls)?.focus());
  // before it leaves the page, and the focus with it
  useLayoutEffect(() => {
    const { current } = box;
    return () => {
      if (current?.contains(document.activeElement)) void commands.ask('focus-composer');
    };
  }, [commands]);
  const { server, tool, message } = form;
  return (
    <section
      ref={box}
      aria-labelledby={titleId}
      className="mb-3 flex max-h-[66vh] flex-col gap-2 overflow-y-auto rounded-card border-[1.5px] border-accent bg-raised px-4 py-3"
    >
      <VisuallyHidden>
        <span role="alert">{title}</span>
      </VisuallyHidden>
      <header className="flex min-h-6 items-center gap-2">
        <Icon size={16} aria-hidden className="shrink-0 text-accent-text" />
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
      <div
        // it scrolls by the keyboard, too
        tabIndex={message.length > 300 || message.split('\n').length > 5 ? 0 : undefined}
        className="max-h-40 shrink-0 overflow-y-auto rounded-control bg-sunken px-3 py-2"
      >
        <ExactText text={message} />
      </div>
      <div ref={asked} className="contents">
        {children}
      </div>
    </section>
  );
}
