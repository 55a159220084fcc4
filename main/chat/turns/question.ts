import type { Attachment } from '../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../preload/contract/chat/conversation.ts';
import type { StoredConversation } from '../conversations/index.ts';

/** What is asked: a new message of the user below `parent`, or `parent` itself once more. */
export interface Question {
  readonly conversation: StoredConversation;
  readonly parent: Message | null;
  readonly text: string | null;
  /** Of a new message; made sure of and stored where the conversation is. */
  readonly files?: readonly Attachment[];
  readonly models: readonly string[] | undefined;
  readonly queuedId?: string;
  /** It is what was being written. */
  readonly isDraft?: boolean;
  /** The user knows better than an estimate, or was told by none. */
  readonly anyway?: boolean;
  /** The end of the branch that stays on screen; else the new one is shown. */
  readonly staysAt?: string | null;
  /** The answer below `parent` goes on with its text. */
  readonly continues?: boolean;
}

/** What a begun turn added. */
export interface Begun {
  readonly user: Message | null;
  readonly answers: readonly Message[];
}

/** A begun turn as a window is told of it. */
export function told({ user, answers }: Begun) {
  const answerIds = answers.map(({ id }) => id);
  return { messageId: user?.id ?? '', answerId: answerIds[0] ?? '', answerIds };
}
