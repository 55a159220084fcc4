import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import type { RequestCheck } from '../../../../preload/contract/chat/request-check.ts';
import { AppError } from '../../../../preload/contract/errors.ts';
import type { ParsedInput } from '../../../../preload/contract/index.ts';
import type { HistoryEntry, StoredConversation } from '../../conversations/index.ts';
import type { ChatContext } from '../context.ts';
import { missingFiles, modelOf, prepareBranch, toolsFor, toRequest } from '../requests.ts';
import { combineChecks, type JudgedRequest } from './combine.ts';
import { type Figures, remediesFor } from './remedies.ts';

/** Checks a future or a refused request, and finds ways to make it fit. */
export function createCheck(context: ChatContext) {
  const { stores, genai, tools, attachments } = context;
  const check = async (input: ParsedInput<'requests.check'>): Promise<RequestCheck> => {
    const { conversationId, text, attachments: files, answerId, models: asked } = input;
    const store = stores.of(conversationId);
    const conversation = await store.conversation(conversationId);
    const answer = answerId === undefined ? null : await store.message(answerId);
    // before the branch is read, which may be long
    const models = asked ?? [answer?.model ?? modelOf(genai, conversation)];
    const end = answer === null ? conversation.leafId : answer.parentId;
    const stored = end === null ? [] : await store.branch(end);
    const branch = answer === null ? [...stored, ...(await draftOf(text, files))] : stored;
    const refused = answer === null || asked !== undefined ? null : refusal(answer);
    return judge(conversation, models, branch, refused);
  };

  const checkNew = async (input: ParsedInput<'requests.checkNew'>): Promise<RequestCheck> => {
    const { systemId, model, models, parameters, text, attachments: files } = input;
    const nothingLeftOut = { startId: null, startSummary: null, imagesLeftOut: false };
    const conversation = { systemId, parameters, ...nothingLeftOut };
    const draft = await draftOf(text, files);
    return judge(conversation, models ?? [modelOf(genai, { systemId, model })], draft, null);
  };

  /** Returns the draft as the last message; nothing if it is empty. */
  async function draftOf(text: string, files: readonly Attachment[] = []): Promise<HistoryEntry[]> {
    if (text.trim() === '' && files.length === 0) return [];
    // Missing files are named below, with solutions; for the others main's own facts count.
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
    models: readonly string[],
    branch: readonly HistoryEntry[],
    refused: ReturnType<typeof refusal>,
  ): Promise<RequestCheck> {
    const { systemId, parameters } = conversation;
    const prepared = await prepareBranch(context, conversation, branch, models);
    const { sent, history, leftOut, images } = prepared;
    const offered = toolsFor(tools, conversation, parameters, sent);
    const missing = missingFiles(prepared);
    const judged = [...new Set(models)].map((model): JudgedRequest => {
      const request = toRequest(model, history, parameters, offered, images);
      const { problems: limits, ...assessed } = genai.assess(systemId, request);
      const found = missing === null ? limits : [missing, ...limits];
      const figures = refused === null ? assessed : { ...assessed, ...refused.figures };
      const problems = refused === null ? found : [refused.error];
      return {
        figures,
        problems,
        remedies: remediesFor(problems, figures, prepared, {
          parameters,
          refused: refused !== null,
          others: () => genai.models(systemId).filter(({ id }) => id !== model),
        }),
      };
    });
    return { ...combineChecks(judged), leftOut };
  }

  return { check, checkNew };
}

/** Returns the service's answer to a refused request, with its own numbers if it gave any. */
function refusal({ problem }: Message): { error: AppError; figures: Partial<Figures> } | null {
  if (problem === null) return null;
  const figures: Record<string, number> = {};
  for (const name of ['inputTokens', 'maxTokens', 'contextLength']) {
    const value = problem.details[name];
    if (typeof value === 'number' && Number.isInteger(value) && value > 0) figures[name] = value;
  }
  // A count by the service is not an estimate.
  if (figures.inputTokens !== undefined) figures.margin = 0;
  return { error: AppError.fromData(problem), figures };
}
