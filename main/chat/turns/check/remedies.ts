import { textOf } from '../../../../preload/contract/chat/attachments.ts';
import type { Remedy } from '../../../../preload/contract/chat/request-check.ts';
import type { AppError } from '../../../../preload/contract/errors.ts';
import type { HistoryEntry, StoredConversation } from '../../conversations/index.ts';
import { type Assessment, estimateMessage, uncertainProblems } from '../../service/index.ts';
import { type AttachedContent, weighImages } from '../attachment-content.ts';
import type { ChatContext } from '../context.ts';
import { toHistory } from '../history.ts';
import type { PreparedBranch } from '../requests.ts';

/** Shorter answers are no help. */
const leastAnswer = 256;

export type Figures = Omit<Assessment, 'problems'>;

/**
 * Returns the solutions for a request's problems.
 * @param asked.refused whether the service itself refused it
 * @param asked.others the other models that could be asked
 */
export function remediesFor(
  problems: readonly AppError[],
  figures: Figures,
  prepared: PreparedBranch,
  asked: {
    readonly parameters: StoredConversation['parameters'];
    readonly refused: boolean;
    readonly others: () => readonly Model[];
  },
): Remedy[] {
  // It can be sent but may be refused: offers the solutions in advance.
  const tight = problems.length === 0 && figures.tight;
  const limits = tight ? [{ code: 'context-overflow' }] : problems;
  return [
    ...formRemedies(problems, asked.parameters),
    ...limitRemedies(limits, figures, prepared, asked.others),
    ...(asked.refused ? [] : anyway(problems)),
  ];
}

/** Returns whether a request can be sent anyway: if all its problems are estimates. */
function anyway(problems: readonly AppError[]): Remedy[] {
  const isGuess = problems.length > 0 && problems.every(({ code }) => uncertainProblems.has(code));
  return isGuess ? [{ kind: 'send-anyway' }] : [];
}

/** A refused answer format may be requested less strictly, if it was strict, or not at all. */
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

function limitRemedies(
  problems: readonly { readonly code: string }[],
  figures: Figures,
  { sent, attached, missing }: PreparedBranch,
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
      // If no cut is safe, offers the one after which the request is not refused here.
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
      // Refused without naming a limit: half of it is a guess, and no worse than none.
      if (images > 0) found.push({ kind: 'leave-out-images', images });
      found.push(...cut(sent, weights, 0.5));
    } else if (code === 'model-gone') {
      found.push(...otherModels(others().filter(({ listed }) => listed)));
    } else if (code === 'image-not-supported') {
      found.push(...otherModels(others().filter(({ imageInput }) => imageInput === true)));
      if (images > 0) found.push({ kind: 'leave-out-images', images });
    }
  }
  // Two problems may have the same solution; the first of a kind frees more.
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

/** Returns the size of one message in a request. */
function weigh(entry: HistoryEntry, attached: AttachedContent): Weight {
  const history = toHistory([entry], attached);
  const images = weighImages(history, [entry]);
  return {
    tokens: history.reduce((sum, message) => sum + estimateMessage(message), images.tokens),
    bytes: Buffer.byteLength(JSON.stringify(history)) + images.bytes,
  };
}

/** Returns the files of the draft whose text a tool could read instead. */
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

/** Returns the fewest turns from the start that make up `share` of the whole; the last turn always stays. */
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
