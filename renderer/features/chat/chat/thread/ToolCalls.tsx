import { ChevronRight } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { foldText } from '../../../../../common/texts/fold.ts';
import { parseForeign, parseJson } from '../../../../../common/texts/json.ts';
import type { Message, ToolCall } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import type { Jump } from '../../../../kit/index.ts';
import { cx, LongText, oneLine, Spinner } from '../../../../ui/index.ts';
import { Tree } from '../../structured/index.ts';
import { ProgressWords } from './ProgressWords.tsx';
import { ResultParts } from './results/index.ts';
import { ToolResult } from './ToolResult.tsx';
import { type ToolTable, tableOf } from './toolTable.ts';
import { useUnfolded } from './useUnfolded.ts';

/** The tool calls of an answer: one line each, which unfolds to arguments and result. */
export function ToolCalls({ message }: { readonly message: Message }) {
  const t = useT();
  if (message.toolCalls.length === 0) return null;
  return (
    <ul aria-label={t('chat.tools.title')} className="mt-2">
      {message.toolCalls.map((call) => (
        <ToolLine key={call.id} message={message} call={call} />
      ))}
    </ul>
  );
}

interface ToolLineProps {
  readonly message: Message;
  readonly call: ToolCall;
}

function ToolLine({ message, call }: ToolLineProps) {
  const t = useT();
  const { name, state, result, progress, structured, links = [] } = call;
  const files = message.attachments.filter(({ callId }) => callId === call.id);
  const data = useMemo(() => (structured === undefined ? null : read(structured)), [structured]);
  const table = useMemo(() => (result === null ? null : tableOf(result)), [result]);
  const { open, setOpen, jumpedTo } = useUnfolded(
    (target) =>
      target.in === 'tool-call' && target.messageId === message.id && isFoundBy(call, target),
    table?.kind === 'machines',
  );
  const waiting = state === 'waiting';
  const summary = useSummary(table) ?? (result === null ? '' : oneLine(result, 120));
  const isListed = open && table !== null;
  const isSame = data !== null && result !== null && isJsonOf(result, data.value);
  const json = result !== null && !(isSame && !jumpedTo) && (
    <Part title={t('tools.result')} text={pretty(result)} />
  );
  return (
    <li data-jumped={jumpedTo} className="text-small text-text-soft">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="-ml-1 flex h-6 min-w-0 items-center gap-1 rounded-small px-1 hover:bg-hover hover:text-text"
        >
          <ChevronRight size={13} aria-hidden className={cx('shrink-0', open && 'rotate-90')} />
          {state === 'running' && <Spinner size={12} />}
          <span className="font-mono text-mono text-text">{oneLine(name, 120)}</span>
          {!(state === 'done' && table !== null) && (
            <span className={cx('shrink-0', waiting && 'font-medium text-accent-text')}>
              {t(`chat.tools.${state}`)}
            </span>
          )}
          {state === 'running' && progress && <ProgressWords progress={progress} />}
          {(!open || isListed) && (
            <span dir="auto" className="min-w-0 truncate">
              {summary}
            </span>
          )}
        </button>
      </div>
      {open && (
        <div className={cx('mb-1 space-y-1.5', !isListed && 'border-line border-l-2 pl-3')}>
          {!(isListed && isEmpty(call.arguments)) && (
            <Part title={t('tools.arguments')} text={pretty(call.arguments)} />
          )}
          {data !== null && table === null && (
            <Labelled title={t('tools.data')}>
              <Tree value={data.value} troubled={nothing} />
            </Labelled>
          )}
          {table === null ? (
            json
          ) : (
            <ToolResult table={table} json={json} showsJson={jumpedTo === true} />
          )}
        </div>
      )}
      {files.length + links.length > 0 && (
        <ResultParts files={files} links={links} serverId={call.serverId} />
      )}
    </li>
  );
}

/** Returns the summary of a result that is a table; null for any other. */
function useSummary(table: ToolTable | null): string | null {
  const t = useT();
  if (table === null) return null;
  if (table.kind === 'records') return t('chat.tools.rows', { count: table.rows.length });
  const { length } = table.machines;
  const notUp = table.machines.filter(({ state }) => state !== 'up').length;
  return notUp === 0
    ? t('chat.tools.allUp', { count: length })
    : t('chat.tools.notUp', { count: length, notUp });
}

const isEmpty = (text: string): boolean => text === '' || text === '{}';

/** Whether a call of several with the same tool contains a search term. */
function isFoundBy(call: ToolCall, { name, terms }: Pick<Jump, 'name' | 'terms'>): boolean {
  if (call.name !== name) return false;
  const plain = foldText([name, pretty(call.arguments), pretty(call.result ?? '')].join('\n'));
  return terms.some((term) => plain.includes(term));
}

function Part({ title, text }: { readonly title: string; readonly text: string }) {
  const t = useT();
  return (
    <Labelled title={title}>
      <LongText
        text={isEmpty(text) ? t('tools.nothing') : text}
        className="font-mono text-mono text-text"
      />
    </Labelled>
  );
}

function Labelled({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups controls
    <div
      role="group"
      aria-label={title}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      className="max-h-60 overflow-auto"
    >
      <p className="text-text-soft">{title}</p>
      {children}
    </div>
  );
}

const nothing: ReadonlySet<string> = new Set();

/** A result's data; null if it is none that can be drawn. */
function read(text: string): { readonly value: unknown } | null {
  try {
    return { value: parseForeign(text) };
  } catch {
    return null;
  }
}

/** Whether a text says the same as the data: servers send it twice, for older programs. */
function isJsonOf(text: string, data: unknown): boolean {
  return JSON.stringify(read(text)?.value) === JSON.stringify(data);
}

/** Maximum characters of indented JSON; deep JSON grows with the square of its depth. */
const longestJson = 20_000;
const longestPretty = 200_000;

/** Returns JSON with indents; any other text, such as interrupted arguments, unchanged. */
function pretty(text: string): string {
  if (text.length > longestJson) return text;
  try {
    const value: unknown = parseJson(text);
    if (typeof value === 'string') return value;
    const indented = JSON.stringify(value, null, 2);
    return indented.length > longestPretty ? text : indented;
  } catch {
    return text;
  }
}
