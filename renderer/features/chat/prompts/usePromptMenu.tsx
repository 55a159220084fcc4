import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import type { Prompt } from '../../../../preload/contract/chat/prompts.ts';
import { useT } from '../../../i18n/index.ts';
import { isComposing } from '../../../kit/commands/keys.ts';
import { useSystem } from '../../../kit/index.ts';
import { useResource } from '../../../kit/useResource.ts';
import { cx, onDemand } from '../../../ui/index.ts';
import { VisuallyHidden } from '../../../ui/marks/VisuallyHidden.tsx';
import { findPrompts, slashAt } from './search.ts';
import { type OfServer, promptsOfServers } from './serverPrompts.ts';
import { variablesOf } from './variables.ts';

const PromptLibrary = onDemand(() => import('./PromptLibrary.tsx'));
const ServerPromptDialog = onDemand(() => import('./ServerPromptDialog.tsx'));

interface PromptMenuProps {
  readonly text: string;
  /** The text field. */
  readonly field: RefObject<{
    readonly selectionStart: number;
    focus(): void;
    select(start: number, end: number): void;
  } | null>;
  readonly write: (text: string) => void;
}

interface PromptMenu {
  /** Drawn above the field, inside its positioned frame. */
  readonly menu: ReactNode;
  /** Whether the menu handled the key. */
  readonly press: (event: KeyboardEvent<HTMLElement>) => boolean;
  /** To be called after each change and caret move. */
  readonly look: () => void;
  readonly fieldProps: {
    readonly 'aria-autocomplete'?: 'list';
    readonly 'aria-controls'?: string;
    readonly 'aria-activedescendant'?: string;
  };
}

/** A chosen prompt that asks for more, and the piece of the text that it replaces. */
interface Filling {
  readonly prompt: Prompt | OfServer;
  readonly start: number;
  readonly end: number;
}

const most = 8;

/** Offers prompts for a `/` at the start of a line: arrow keys select, Enter or Tab inserts, Escape closes. */
export function usePromptMenu({ text, field, write }: PromptMenuProps): PromptMenu {
  const t = useT();
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [at, setAt] = useState(0);
  const [left, setLeft] = useState<string | null>(null);
  const [filling, setFilling] = useState<Filling | null>(null);
  const slash = slashAt(text, Math.min(caret, text.length));
  const { value: prompts } = useResource('prompts', slash !== null ? undefined : null);
  const { value: servers } = useResource('toolServers', slash !== null ? undefined : null);
  const systemId = useSystem()?.id ?? null;
  const all = [...(prompts ?? []), ...promptsOfServers(servers ?? [], systemId)];
  const found =
    slash === null || left === text ? [] : findPrompts(all, slash.wanted).slice(0, most);
  const chosen = found[Math.min(at, found.length - 1)];
  const open = chosen !== undefined && slash !== null;

  const put = (what: string, start: number, end: number) => {
    const next = `${text.slice(0, start)}${what}${text.slice(end)}`;
    write(next);
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.select(start + what.length, start + what.length);
    });
  };
  const choose = (prompt: Prompt | OfServer) => {
    if (slash === null) return;
    if (!('server' in prompt) && variablesOf(prompt.text).length === 0)
      put(prompt.text, slash.start, slash.end);
    else setFilling({ prompt, start: slash.start, end: slash.end });
  };

  return {
    look() {
      setCaret(field.current?.selectionStart ?? 0);
      setAt(0);
    },
    press(event) {
      if (!open || isComposing(event)) return false;
      if (event.key === 'ArrowDown') setAt((Math.min(at, found.length - 1) + 1) % found.length);
      else if (event.key === 'ArrowUp') setAt((at + found.length - 1) % found.length);
      else if (event.key === 'Escape') setLeft(text);
      else if ((event.key === 'Enter' || event.key === 'Tab') && !event.shiftKey) choose(chosen);
      else return false;
      event.preventDefault();
      return true;
    },
    fieldProps: open
      ? {
          'aria-autocomplete': 'list',
          'aria-controls': listId,
          'aria-activedescendant': `${listId}-${chosen.id}`,
        }
      : {},
    menu: (
      <>
        {open && (
          <div
            id={listId}
            role="listbox"
            aria-label={t('prompts.title')}
            className="absolute right-0 bottom-full left-0 z-20 mb-1 max-h-72 overflow-y-auto rounded-card bg-raised p-1 shadow-overlay"
          >
            {found.map((prompt) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the field that keeps the focus has the keys
              <div
                key={prompt.id}
                id={`${listId}-${prompt.id}`}
                role="option"
                aria-selected={prompt === chosen}
                tabIndex={-1}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => choose(prompt)}
                className={cx(
                  'flex min-h-7.5 items-center gap-3 rounded-control px-2 py-1 text-body',
                  prompt === chosen ? 'bg-hover' : 'hover:bg-hover',
                )}
              >
                <span dir="auto" className="max-w-[45%] shrink-0 truncate font-medium">
                  {prompt.name}
                </span>
                <span dir="auto" className="min-w-0 flex-1 truncate text-small text-text-soft">
                  {prompt.text.replaceAll(/\s+/g, ' ')}
                </span>
                {'server' in prompt && (
                  <span
                    dir="auto"
                    className="max-w-[30%] shrink-0 truncate text-small text-text-soft"
                  >
                    {prompt.folder}
                  </span>
                )}
              </div>
            ))}
          </div>
        )}
        <VisuallyHidden>
          <span role="status">{open ? t('prompts.offered', { count: found.length }) : ''}</span>
        </VisuallyHidden>
        {filling &&
          ('server' in filling.prompt ? (
            <ServerPromptDialog
              of={filling.prompt}
              onInsert={(what) => put(what, filling.start, filling.end)}
              onClose={() => setFilling(null)}
            />
          ) : (
            <PromptLibrary
              begin={filling.prompt}
              onInsert={(what) => put(what, filling.start, filling.end)}
              onClose={() => setFilling(null)}
            />
          ))}
      </>
    ),
  };
}
