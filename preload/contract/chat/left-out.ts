import type { Message } from './conversation.ts';

/** Failures that the same question would cause again: with it, every later request would fail as well. */
const forItself: ReadonlySet<string> = new Set([
  'context-overflow',
  'request-too-large',
  'image-not-supported',
  'attachment-missing',
]);

type Question = Pick<Message, 'role' | 'leftOut'>;
type Answer = Pick<Message, 'role' | 'state' | 'content' | 'problem'>;

/**
 * Returns whether later requests leave out a question whose turn failed without any answer: the user's choice, else
 * whether the question itself was refused. Null if there is no choice: it is sent, or the choice would change nothing.
 * @param answer the message after the question on its branch
 */
export function isLeftOut(question: Question, answer: Answer | undefined): boolean | null {
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

/** Returns whether the service found the request's content invalid. */
function isBadRequest(status: unknown): boolean {
  return status === 400 || status === 413 || status === 422;
}
