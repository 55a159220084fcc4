import { type Attachment, textOf } from '../../preload/contract/attachments.ts';
import type { Message } from '../../preload/contract/conversation.ts';
import { AppError } from '../../preload/contract/errors.ts';
import type { ParsedInput } from '../../preload/contract/index.ts';
import type { Remedy, RequestCheck } from '../../preload/contract/request-check.ts';
import type { HistoryEntry, StoredConversation } from '../conversations/index.ts';
import { type Assessment, estimateMessage, guesses } from '../genai/index.ts';
import { type AttachedContent, weighImages } from './attached.ts';
import type { ChatContext } from './context.ts';
import { toHistory } from './history.ts';
import { missingFiles, modelOf, type Prepared, toolsFor, toRequest, toSend } from './requests.ts';

/** Shorter answers than this are no help. */
const leastAnswer = 256;

type Figures = Pick<
  Assessment,
  'inputTokens' | 'margin' | 'maxTokens' | 'contextLength' | 'bodyBytes' | 'bodyLimit' | 'images'
>;

/** Judges what would be sent, or what was refused, and says how to make it fit. */
export function createCheck(context: ChatContext) {
  const { stores, genai, tools, attachments } = context;
  const check = async (input: ParsedInput<'requests.check'>): Promise<RequestCheck> => {
    const { conversationId, text, attachments: files, answerId, model: asked } = input;
    const store = stores.of(conversationId);
    const conversation = await store.conversation(conversationId);
    const answer = answerId === undefined ? null : await store.message(answerId);
    // before the branch is read, which may be long
    const model = asked ?? answer?.model ?? modelOf(genai, conversation);
    const end = answer === null ? conversation.leafId : answer.parentId;
    const stored = end === null ? [] : await store.branch(end);
    const branch = answer === null ? [...stored, ...(await draftOf(text, files))] : stored;
    const refused = answer === null || asked !== undefined ? null : refusal(answer);
    return judge(conversation, model, branch, refused);
  };

  const checkNew = async (input: ParsedInput<'requests.checkNew'>): Promise<RequestCheck> => {
    const { systemId, model, parameters, text, attachments: files } = input;
    const nothingLeftOut = { startId: null, startSummary: null, imagesLeftOut: false };
    const conversation = { systemId, parameters, ...nothingLeftOut };
    const draft = await draftOf(text, files);
    return judge(conversation, modelOf(genai, { systemId, model }), draft, null);
  };

  /** What is being written, as the last message; nothing while nothing is. */
  async function draftOf(text: string, files: readonly Attachment[] = []): Promise<HistoryEntry[]> {
    if (text.trim() === '' && files.length === 0) return [];
    // What is gone is told by name below, with ways out; of the rest main's own facts count.
    const gone = new Set(await attachments.missing(files));
    const verified: Attachment[] = [];
    for (const one of files) {
      verified.push(...(gone.has(one) ? [one] : await attachments.verified([one])));
    }
    const draft = { content: text, attachments: verified };
    return [
      {
        id: '',
        role: 'user',
        ...draft,
        state: 'complete',
        problem: null,
        toolCalls: [],
        leftOut: null,
      },
    ];
  }

  async function judge(
    conversation: Pick<
      StoredConversation,
      'systemId' | 'parameters' | 'startId' | 'startSummary' | 'imagesLeftOut'
    >,
    model: string,
    branch: readonly HistoryEntry[],
    refused: ReturnType<typeof refusal>,
  ): Promise<RequestCheck> {
    const { systemId, parameters } = conversation;
    const prepared = await toSend(context, conversation, branch);
    const { sent, history, leftOut, images } = prepared;
    const offered = toolsFor(tools, parameters, sent);
    const request = toRequest(model, history, parameters, offered, images);
    const { problems: limits, ...assessed } = genai.assess(systemId, request);
    const missing = missingFiles(prepared);
    const problems = missing === null ? limits : [missing, ...limits];
    const figures = refused === null ? assessed : { ...assessed, ...refused.figures };
    const all = refused === null ? problems : [refused.error];
    // It can be sent and may be refused: the ways out are there beforehand.
    const tight = all.length === 0 && figures.tight;
    return {
      ...figures,
      leftOut,
      problems: all.map((problem) => problem.toData()),
      remedies: [
        ...formRemedies(all, parameters),
        ...remedies(tight ? [{ code: 'context-overflow' }] : all, figures, prepared, () =>
          genai.models(systemId).filter(({ id }) => id !== model),
        ),
        ...(refused === null ? anyway(all) : []),
      ],
    };
  }

  return { check, checkNew };
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

/** Whether a request can be sent all the same: where all that is wrong with it is a guess. */
function anyway(problems: readonly AppError[]): Remedy[] {
  const isGuess = problems.length > 0 && problems.every(({ code }) => guesses.has(code));
  return isGuess ? [{ kind: 'send-anyway' }] : [];
}

/** A form that a service refuses may be asked for less strictly, where it was, or not at all. */
function formRemedies(
  problems: readonly AppError[],
  { format, extra }: StoredConversation['parameters'],
): Remedy[] {
  if (!problems.some(({ code }) => code === 'format-refused')) return [];
  const isOwn = Object.hasOwn(extra, 'response_format');
  return [
    ...(format?.strict === true && !isOwn ? [{ kind: 'loosen-format' as const }] : []),
    ...(format !== null || isOwn ? [{ kind: 'leave-out-format' as const }] : []),
  ];
}

type Model = ReturnType<ChatContext['genai']['models']>[number];

function remedies(
  problems: readonly { readonly code: string }[],
  figures: Figures,
  { sent, attached, missing }: Prepared,
  others: () => readonly Model[],
): Remedy[] {
  const found: Remedy[] = [];
  const { inputTokens, margin, maxTokens, contextLength, images } = figures;
  const weights = problems.length === 0 ? [] : sent.map((entry) => weigh(entry, attached));
  for (const { code } of problems) {
    if (code === 'attachment-missing' && missing.length > 0) {
      const files = missing.map(({ file, name }) => ({ hash: file.hash, name }));
      found.push({ kind: 'leave-out-files', files }, { kind: 'attach-again', files });
    } else if (code === 'context-overflow' && contextLength !== null) {
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
      const wholes = wholeTexts(sent);
      if (wholes.files > 0) found.push({ kind: 'read-in-parts', ...wholes });
      if (images > 0) found.push({ kind: 'leave-out-images', images });
      const shareOver = (input: number): number =>
        (input + maxTokens - contextLength) / Math.max(1, input);
      const safe = cut(sent, weights, shareOver(inputTokens + margin));
      // Where no cut is safe, the one after which the request is not refused here.
      found.push(...(safe.length > 0 ? safe : cut(sent, weights, shareOver(inputTokens - margin))));
    } else if (code === 'request-too-large') {
      if (images > 0) found.push({ kind: 'shrink-images', images });
      if (images > 0) found.push({ kind: 'leave-out-images', images });
      const wholes = wholeTexts(sent);
      if (wholes.files > 0) found.push({ kind: 'read-in-parts', ...wholes });
      const { bodyBytes, bodyLimit } = figures;
      if (bodyBytes > bodyLimit) {
        found.push(...cut(sent, weights, (bodyBytes - bodyLimit) / bodyBytes, 'bytes'));
      }
    } else if (code === 'context-overflow') {
      // Refused, and no limit was named: half of it is a guess, and no worse than none.
      if (images > 0) found.push({ kind: 'leave-out-images', images });
      found.push(...cut(sent, weights, 0.5));
    } else if (code === 'model-gone') {
      found.push(...otherModels(others().filter(({ listed }) => listed)));
    } else if (code === 'image-not-supported') {
      found.push(...otherModels(others().filter(({ imageInput }) => imageInput === true)));
      if (images > 0) found.push({ kind: 'leave-out-images', images });
    }
  }
  // Two problems may have the same way out; the first of a kind frees more.
  return found.filter(({ kind }, at) => found.findIndex((one) => one.kind === kind) === at);
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

interface Weight {
  readonly tokens: number;
  readonly bytes: number;
}

/** What one message takes of a request. */
function weigh(entry: HistoryEntry, attached: AttachedContent): Weight {
  const history = toHistory([entry], attached);
  const images = weighImages(history, [entry]);
  return {
    tokens: history.reduce((sum, message) => sum + estimateMessage(message), images.tokens),
    bytes: Buffer.byteLength(JSON.stringify(history)) + images.bytes,
  };
}

/** Of the message that is being written: files whose text could be read by a tool instead. */
function wholeTexts(sent: readonly HistoryEntry[]): { files: number; tokens: number } {
  const last = sent.findLast(({ role }) => role === 'user');
  const wholes = (last?.id === '' ? last.attachments : []).filter(
    (one) => one.mode === 'whole' && textOf(one) !== null,
  );
  return {
    files: wholes.length,
    tokens: wholes.reduce((sum, one) => sum + (textOf(one)?.tokens ?? 0), 0),
  };
}

/** The fewest turns from the front that make up `share` of the whole; the last turn always stays. */
function cut(
  sent: readonly HistoryEntry[],
  weights: readonly Weight[],
  share: number,
  by: keyof Weight = 'tokens',
): Remedy[] {
  const wanted = share * weights.reduce((sum, weight) => sum + weight[by], 0);
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
    gone += weights[at]?.[by] ?? 0;
    tokens += weights[at]?.tokens ?? 0;
  }
  return [];
}
