import type { Message, Remedy, RequestCheck } from '../../preload/contract/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { Handlers } from '../../preload/contract/index.ts';
import { type Assessment, estimateMessage } from '../genai/index.ts';
import type { ChatContext } from './context.ts';
import { type HistoryEntry, toHistory } from './history.ts';
import { modelOf, toRequest, toSend } from './requests.ts';
import type { StoredConversation } from './store/index.ts';

/** Shorter answers than this are no help. */
const leastAnswer = 256;

type Figures = Pick<
  Assessment,
  'inputTokens' | 'margin' | 'maxTokens' | 'contextLength' | 'bodyBytes' | 'bodyLimit' | 'images'
>;

/** Judges what would be sent, or what was refused, and says how to make it fit. */
export function createCheck({
  stores,
  genai,
  tools,
}: ChatContext): Pick<Handlers<'chat'>, 'check' | 'checkNew'> {
  const check: Handlers<'chat'>['check'] = async ({
    conversationId,
    text,
    answerId,
    model: asked,
  }) => {
    const store = stores.of(conversationId);
    const conversation = await store.conversation(conversationId);
    const answer = answerId === undefined ? null : await store.message(answerId);
    const end = answer === null ? conversation.leafId : answer.parentId;
    const stored = end === null ? [] : await store.branch(end);
    const branch = answer === null ? [...stored, ...draftOf(text)] : stored;
    const model = asked ?? answer?.model ?? modelOf(genai, conversation);
    const said = answer === null || asked !== undefined ? null : refusal(answer);
    return judge(conversation, model, branch, said);
  };

  const checkNew: Handlers<'chat'>['checkNew'] = async ({ systemId, model, parameters, text }) => {
    const conversation = { systemId, parameters, startId: null, startSummary: null };
    return judge(conversation, modelOf(genai, { systemId, model }), draftOf(text), null);
  };

  function judge(
    conversation: Pick<StoredConversation, 'systemId' | 'parameters' | 'startId' | 'startSummary'>,
    model: string,
    branch: readonly HistoryEntry[],
    said: ReturnType<typeof refusal>,
  ): RequestCheck {
    const { systemId, parameters } = conversation;
    const { sent, history, leftOut } = toSend(conversation, branch);
    const request = toRequest(model, history, parameters, tools.offered(parameters.tools));
    const { problems, ...assessed } = genai.assess(systemId, request);
    const figures = said === null ? assessed : { ...assessed, ...said.figures };
    const all = said === null ? problems : [said.error];
    return {
      ...figures,
      leftOut,
      problems: all.map((problem) => problem.toData()),
      remedies: remedies(all, figures, sent, () =>
        genai.models(systemId).filter(({ id }) => id !== model),
      ),
    };
  }

  return { check, checkNew };
}

/** What is being written, as the last message; nothing while nothing is. */
function draftOf(text: string): HistoryEntry[] {
  if (text.trim() === '') return [];
  return [{ id: '', role: 'user', content: text, state: 'complete', toolCalls: [] }];
}

/** What the service said of a request that it refused, with its own numbers where it gave them. */
function refusal({ problem }: Message): { error: AppError; figures: Partial<Figures> } | null {
  if (problem === null) return null;
  const figures: Record<string, number> = {};
  for (const name of ['inputTokens', 'maxTokens', 'contextLength']) {
    const value = problem.details[name];
    if (typeof value === 'number' && Number.isInteger(value) && value > 0) figures[name] = value;
  }
  // What the service has counted is no estimate any more.
  if (figures.inputTokens !== undefined) figures.margin = 0;
  return { error: AppError.fromData(problem), figures };
}

type Model = ReturnType<ChatContext['genai']['models']>[number];

function remedies(
  problems: readonly AppError[],
  figures: Figures,
  sent: readonly HistoryEntry[],
  others: () => readonly Model[],
): Remedy[] {
  const found: Remedy[] = [];
  const { inputTokens, margin, maxTokens, contextLength, images } = figures;
  for (const { code } of problems) {
    if (code === 'context-overflow' && contextLength !== null) {
      const room = contextLength - inputTokens - margin;
      if (room >= leastAnswer && room < maxTokens) {
        found.push({ kind: 'lower-max-tokens', maxTokens: room });
      }
      const longer = others().filter(
        (model) =>
          model.contextLength !== null &&
          model.contextLength >= inputTokens + margin + maxTokens &&
          (images === 0 || model.imageInput !== false),
      );
      found.push(...otherModels(longer));
      const shareOver = (input: number): number =>
        (input + maxTokens - contextLength) / Math.max(1, input);
      const safe = cut(sent, shareOver(inputTokens + margin));
      // Where no cut is safe, the one after which the request is not refused here.
      found.push(...(safe.length > 0 ? safe : cut(sent, shareOver(inputTokens - margin))));
    } else if (code === 'request-too-large') {
      if (images > 0) found.push({ kind: 'shrink-images', images });
      const { bodyBytes, bodyLimit } = figures;
      if (bodyBytes > bodyLimit) {
        found.push(...cut(sent, (bodyBytes - bodyLimit) / bodyBytes, byBytes));
      }
    } else if (code === 'image-not-supported') {
      found.push(...otherModels(others().filter(({ imageInput }) => imageInput === true)));
      if (images > 0) found.push({ kind: 'leave-out-images', images });
    }
  }
  return found;
}

function otherModels(models: readonly Model[]): Remedy[] {
  if (models.length === 0) return [];
  const byLength = [...models].sort(
    (a, b) =>
      Number(b.listed) - Number(a.listed) || (a.contextLength ?? 0) - (b.contextLength ?? 0),
  );
  return [
    {
      kind: 'other-model',
      models: byLength.map(({ id, contextLength }) => ({ id, contextLength })),
    },
  ];
}

const byTokens = (entry: HistoryEntry): number =>
  toHistory([entry]).reduce((sum, message) => sum + estimateMessage(message), 0);
const byBytes = (entry: HistoryEntry): number =>
  Buffer.byteLength(JSON.stringify(toHistory([entry])));

/** The fewest turns from the front that make up `share` of the whole; the last turn always stays. */
function cut(
  sent: readonly HistoryEntry[],
  share: number,
  weigh: (entry: HistoryEntry) => number = byTokens,
): Remedy[] {
  const weights = sent.map(weigh);
  const wanted = share * weights.reduce((sum, weight) => sum + weight, 0);
  let gone = 0;
  let tokens = 0;
  let turns = 0;
  for (const [at, entry] of sent.entries()) {
    if (entry.role === 'user' && at > 0 && gone >= wanted && entry.id !== '') {
      const place = { messageId: entry.id, turns, tokens };
      return [
        { kind: 'leave-out-turns', ...place },
        { kind: 'summarise', ...place },
      ];
    }
    if (entry.role === 'user') turns += 1;
    gone += weights[at] ?? 0;
    tokens += byTokens(entry);
  }
  return [];
}
