import { parseJson } from '../../../../common/texts/json.ts';
import type { Message, ToolCall } from '../../../../preload/contract/chat/conversation.ts';
import type { Log } from '../../../base/host.ts';
import type { Tools } from '../../tools/index.ts';
import { sentName } from '../history.ts';
import type { Turn } from './turn.ts';

export interface ToolRunDeps {
  /** An ended answer with calls. */
  readonly message: Message;
  readonly systemId: string;
  readonly tools: Pick<Tools, 'approvalOf' | 'run'>;
  /** Names that the conversation offers: no other tool is run, whatever its approval is. */
  readonly offered: ReadonlySet<string>;
  readonly log: Log;
  /** Stores the calls and sends them to the windows after each change. */
  readonly onChange: (message: Message) => Promise<void>;
  /** Called when all calls have ended: by themselves, or because it was stopped. */
  readonly onEnd: (message: Message) => void;
}

/** The tool calls of one answer, run in parallel. */
export interface ToolRun extends Turn {
  /** Passes the user's decision to a waiting call; false if it does not wait. */
  decide(callId: string, allow: boolean): boolean;
}

export function startToolRun(deps: ToolRunDeps): ToolRun {
  const { systemId, tools, offered, log } = deps;
  const abort = new AbortController();
  const waiting = new Map<string, (allow: boolean) => void>();
  let message = deps.message;
  let telling: Promise<void> = Promise.resolve();

  function set(id: string, change: Partial<ToolCall>): void {
    const toolCalls = message.toolCalls.map((call) =>
      call.id === id ? { ...call, ...change } : call,
    );
    message = { ...message, toolCalls };
    const now = message;
    telling = telling
      .then(() => deps.onChange(now))
      .catch((error: unknown) => log.error('chat-tool-store', error, { messageId: now.id }));
  }

  function asked(id: string): Promise<boolean> {
    return new Promise((resolve) => {
      waiting.set(id, resolve);
      abort.signal.addEventListener('abort', () => resolve(false), { once: true });
    });
  }

  async function run({ id, name, arguments: text, state }: ToolCall): Promise<void> {
    // one that has its result already
    if (state !== 'waiting') return;
    const approval = offered.has(name) ? tools.approvalOf(name) : null;
    if (approval === null) {
      set(id, { state: 'failed', result: `There is no tool named ${sentName(name)}.` });
      return;
    }
    const allowed = approval === 'always' || (approval === 'ask' && (await asked(id)));
    waiting.delete(id);
    if (abort.signal.aborted) return;
    if (!allowed) {
      set(id, { state: 'refused', result: 'The user did not allow this call.' });
      return;
    }
    set(id, { state: 'running' });
    try {
      const input: unknown = text.trim() === '' ? {} : parseJson(text);
      const context = { systemId, conversationId: message.conversationId, signal: abort.signal };
      const result = await tools.run(name, input, context);
      if (!abort.signal.aborted) set(id, { state: 'done', result });
    } catch (error) {
      if (abort.signal.aborted) return;
      log.info('chat-tool-failed', { name });
      const words = error instanceof Error ? error.message : String(error);
      set(id, { state: 'failed', result: `Error: ${words}` });
    }
  }

  const stopped = new Promise<void>((resolve) => {
    abort.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  const ended = (async () => {
    // A tool that ignores the signal must not delay the end.
    await Promise.race([Promise.all(message.toolCalls.map(run)), stopped]);
    for (const { id, state } of message.toolCalls) {
      if (state === 'waiting' || state === 'running') set(id, { state: 'interrupted' });
    }
    await telling;
    deps.onEnd(message);
  })().catch((error: unknown) => log.error('chat-tools-end', error, { messageId: message.id }));

  return {
    conversationId: message.conversationId,
    shown: () => message,
    async stop() {
      abort.abort();
      await ended;
    },
    ended,
    decide(callId, allow) {
      const decide = waiting.get(callId);
      decide?.(allow);
      return decide !== undefined;
    },
  };
}
