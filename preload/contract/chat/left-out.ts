import type { Message } from './conversation.ts';

/** Failures that the same question would meet again: with it, every later request would fail as well. */
const forItself: ReadonlySet<string> = new Set([
  'context-overflow',
  'request-too-large',
  'image-not-supported',
  'attachment-missing',
]);

type Question = Pick<Message, 'role' | 'leftOut'>;
type Answer = Pick<Message, 'role' | 'state' | 'content' | 'problem'>;

/**
 * Whether later requests leave out a question whose turn failed without a word of an answer: as the user
 * has chosen, else where the question itself was refused. Null where that cannot be asked: it is sent, or
 * the choice would change nothing.
 * @param answer What follows the question on its branch
 */
export function leftOut(question: Question, answer: Answer | undefined): boolean | null {
  if (question.role !== 'user' || answer?.role !== 'assistant') return null;
  if (answer.state !== 'failed' || answer.content.trim() !== '') return null;
  if (question.leftOut !== null) return question.leftOut;
  return isRefusal(answer) ? true : null;
}

function isRefusal({ problem }: Answer): boolean {
  if (problem === null) return false;
  const { status } = problem.details;
  return forItself.has(problem.code) || (problem.code === 'http-status' && isBadRequest(status));
}

/** What the service finds wrong with a request by its content. */
function isBadRequest(status: unknown): boolean {
  return status === 400 || status === 413 || status === 422;
}
