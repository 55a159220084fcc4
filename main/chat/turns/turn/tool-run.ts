import { type Attachment, maxAttachments } from '../../../../preload/contract/chat/attachments.ts';
import type {
  Message,
  ToolCall,
  ToolProgress,
} from '../../../../preload/contract/chat/conversation.ts';
import type { Log } from '../../../base/host.ts';
import type { ResultParts, Tools } from '../../tools/index.ts';
import { sentName } from '../history.ts';
import type { Turn } from './turn.ts';

export interface ToolRunDeps {
  /** An ended answer with calls. */
  readonly message: Message;
  readonly systemId: string;
  readonly tools: Pick<Tools, 'permit' | 'run'>;
  /** Names that the conversation offers: no other tool is run, whatever its approval is. */
  readonly offered: ReadonlySet<string>;
  /** Whose texts are in the context besides the user's and the model's. */
  readonly sources: readonly string[];
  readonly log: Log;
  /** Stores the images of a result with the conversation. */
  readonly keep: (
    conversationId: string,
    callId: string,
    files: ResultParts['files'],
  ) => Promise<Attachment[]>;
  /** Stores the calls and sends them to the windows after each change. */
  readonly onChange: (message: Message) => Promise<void>;
  /** Sends the calls to the windows, unstored: one of them is further. */
  readonly onProgress: (message: Message) => void;
  /** Called when all calls have ended: by themselves, or because it was stopped. */
  readonly onEnd: (message: Message) => void;
}

/** Between two times that progress is shown, ms. */
const betweenProgress = 500;

/** Says which files of a result are not with the answer. */
const notKept = (files: ResultParts['files']): string[] =>
  files.length === 0
    ? []
    : [`[not kept, an answer has at most ${maxAttachments} files: ${namesOf(files)}]`];
const namesOf = (files: ResultParts['files']): string => files.map(({ name }) => name).join(', ');

/** Runs the tool calls of one answer, in parallel. */
export function startToolRun(deps: ToolRunDeps): Turn {
  const { systemId, tools, offered, sources, log } = deps;
  const abort = new AbortController();
  let message = deps.message;
  let telling: Promise<void> = Promise.resolve();
  /** Files that the answer can still take. */
  let room = Math.max(0, maxAttachments - message.attachments.length);

  function set(id: string, change: Partial<ToolCall>, files: readonly Attachment[] = []): void {
    const toolCalls = message.toolCalls.map((call) =>
      call.id === id ? { ...call, ...change } : call,
    );
    const attachments = [...message.attachments, ...files];
    message = { ...message, toolCalls, attachments };
    const now = message;
    telling = telling
      .then(() => deps.onChange(now))
      .catch((error: unknown) => log.error('chat-tool-store', error, { messageId: now.id }));
  }

  const progress = new Map<string, ToolProgress>();
  let toldAt = Number.NEGATIVE_INFINITY;
  function tell(id: string, told: ToolProgress): void {
    progress.set(id, told);
    const now = performance.now();
    if (now - toldAt < betweenProgress || abort.signal.aborted) return;
    toldAt = now;
    const toolCalls = message.toolCalls.map((call) => {
      const of = call.state === 'running' ? progress.get(call.id) : undefined;
      return of === undefined ? call : { ...call, progress: of };
    });
    deps.onProgress({ ...message, toolCalls });
  }

  async function run({ id, name, arguments: text, state }: ToolCall): Promise<void> {
    // one that has its result already
    if (state !== 'waiting') return;
    if (!offered.has(name)) {
      set(id, { state: 'failed', result: `There is no tool named ${sentName(name)}.` });
      return;
    }
    const { id: messageId, conversationId } = message;
    const of = { messageId, callId: id, conversationId, systemId, name, text, sources };
    const permitted = await tools.permit(of, abort.signal);
    if (abort.signal.aborted) return;
    if (permitted.kind !== 'run') {
      set(id, { state: permitted.kind, result: permitted.words });
      return;
    }
    set(id, { state: 'running' });
    try {
      const context = {
        ...{ systemId, conversationId, signal: abort.signal },
        tell: (told: ToolProgress) => tell(id, told),
      };
      const { text: words, parts } = await tools.run(permitted.call, context);
      const { files, ...beside } = parts;
      const fitting = files.slice(0, room);
      room -= fitting.length;
      const result = [words, ...notKept(files.slice(fitting.length))].join('\n');
      const kept = await deps.keep(conversationId, id, fitting);
      if (!abort.signal.aborted) set(id, { state: 'done', result, ...beside }, kept);
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
  };
}
