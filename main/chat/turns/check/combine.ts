import type { Remedy, RequestCheck } from '../../../../preload/contract/chat/request-check.ts';
import type { AppError } from '../../../../preload/contract/errors.ts';
import type { Figures } from './remedies.ts';

/** Facts about the request to one model. */
export interface JudgedRequest {
  readonly figures: Figures;
  readonly problems: readonly AppError[];
  readonly remedies: readonly Remedy[];
}

/** Problems of the request for any model: reported once. */
const ofAll: ReadonlySet<string> = new Set(['request-too-large', 'attachment-missing']);

/**
 * Combines the checks of a message for several models: the figures of the one where it fits worst, and those of the
 * others. The request is refused as a whole, so the solutions are for all of them.
 */
export function combineChecks(judged: readonly JudgedRequest[]): Omit<RequestCheck, 'leftOut'> {
  const [worst, ...others] = [...judged].sort(
    (a, b) =>
      Number(b.problems.length > 0) - Number(a.problems.length > 0) || roomOf(a) - roomOf(b),
  );
  if (worst === undefined) throw new Error('no model is asked');
  const check = {
    ...worst.figures,
    problems: worst.problems.map((problem) => problem.toData()),
    remedies: others.length === 0 ? [...worst.remedies] : remediesOf(judged),
  };
  if (others.length === 0) return check;
  const said = new Set(worst.problems.map(({ code }) => code));
  return {
    ...check,
    others: others.map(({ figures, problems }) => ({
      ...figures,
      problems: problems
        .filter(({ code }) => !(ofAll.has(code) && said.has(code)))
        .map((problem) => problem.toData()),
    })),
  };
}

/** Returns the tokens left in a model's context if it counts the maximum of the estimate. */
function roomOf({ figures }: JudgedRequest): number {
  const { contextLength, inputTokens, margin, maxTokens } = figures;
  return contextLength === null
    ? Number.POSITIVE_INFINITY
    : contextLength - inputTokens - margin - maxTokens;
}

/** Returns one of each kind, the one that frees most; instead of another model, the models where it fits. */
function remediesOf(judged: readonly JudgedRequest[]): Remedy[] {
  const kinds = new Map<Remedy['kind'], Remedy>();
  for (const remedy of judged.flatMap(({ remedies }) => remedies)) {
    const before = kinds.get(remedy.kind);
    if (remedy.kind === 'other-model') continue;
    kinds.set(remedy.kind, before === undefined ? remedy : furtherOf(before, remedy));
  }
  const found = [...kinds.values()].filter(({ kind }) => kind !== 'send-anyway');
  const broken = judged.filter(({ problems }) => problems.length > 0);
  const models = broken.map(({ figures }) => figures.model);
  if (models.length > 0 && models.length < judged.length) {
    found.push({ kind: 'leave-out-models', models });
  }
  const isGuess = (one: JudgedRequest): boolean =>
    one.remedies.some(({ kind }) => kind === 'send-anyway');
  if (broken.length > 0 && broken.every(isGuess)) found.push({ kind: 'send-anyway' });
  return found;
}

function furtherOf(one: Remedy, other: Remedy): Remedy {
  if (one.kind === 'lower-max-tokens' && other.kind === 'lower-max-tokens') {
    return one.maxTokens <= other.maxTokens ? one : other;
  }
  const turnsOf = (remedy: Remedy): number => ('turns' in remedy ? remedy.turns : 0);
  return turnsOf(other) > turnsOf(one) ? other : one;
}
