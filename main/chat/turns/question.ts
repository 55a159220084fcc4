import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../preload/contract/chat/conversation.ts';
import type { StoredConversation } from '../conversations/index.ts';

/** A question: a new message of the user below `parent`, or `parent` itself once more. */
export interface Question {
  readonly conversation: StoredConversation;
  readonly parent: Message | null;
  readonly text: string | null;
  /** For a new message; verified, and stored with the conversation. */
  readonly files?: readonly Attachment[];
  readonly models: readonly string[] | undefined;
  readonly queuedId?: string;
  /** Whether it is the draft. */
  readonly isDraft?: boolean;
  /** The user ignores an estimate, or there was none. */
  readonly anyway?: boolean;
  /** End of the branch that stays on screen; otherwise the new one is shown. */
  readonly staysAt?: string | null;
  /** The answer below `parent` continues its text. */
  readonly continues?: boolean;
}

/** Messages that a started turn added. */
export interface StartedTurn {
  readonly user: Message | null;
  readonly answers: readonly Message[];
}

/** Returns the ids of a turn's messages, for a window. */
export function turnIds({ user, answers }: StartedTurn) {
  const answerIds = answers.map(({ id }) => id);
  return { messageId: user?.id ?? '', answerId: answerIds[0] ?? '', answerIds };
}
