import { createContext, use } from 'react';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';

/** Content of a message's new version. */
export interface MessageEdit {
  readonly text: string;
  /** Undefined: the message's own. */
  readonly attachments: Attachment[] | undefined;
  /** Revision of the edit to replace. */
  readonly over: string;
}

/** Actions on messages of the thread. The object stays the same as long as the conversation does. */
export interface ThreadActions {
  /** Shows the branch through this message. */
  readonly show: (messageId: string) => void;
  /** The same for answers side by side: the clicked element stays in place. */
  readonly goOnWith: (messageId: string) => void;
  /** @param model instead of the conversation's own */
  readonly regenerate: (messageId: string, model?: string) => void;
  /** The same for several models, which are chosen first. */
  readonly regenerateSeveral: (messageId: string) => void;
  readonly resume: (messageId: string) => void;
  /** Stops this answer; others beside it go on. */
  readonly stopAnswer: (message: Pick<Message, 'id' | 'conversationId'>) => void;
  /** Excludes a question with a failed turn from later requests, or includes it. */
  readonly setLeftOut: (messageId: string, leftOut: boolean) => void;
  /** Deletes a single message, and offers to undo it. */
  readonly remove: (message: Pick<Message, 'id' | 'role'>) => void;
  readonly fork: (messageId: string) => void;
  /** Shows the request sent for an answer. */
  readonly showSent: (messageId: string) => void;
  /** Opens the editor in place of a message; null closes it. */
  readonly startEditing: (messageId: string | null) => void;
  /** False: it was not sent, and the editor stays. */
  readonly edit: (messageId: string, edited: MessageEdit) => Promise<boolean>;
  /** Puts the user's text in place of an answer's. False: it was not saved. */
  readonly editAnswer: (
    messageId: string,
    edited: Pick<MessageEdit, 'text' | 'over'>,
  ) => Promise<boolean>;
}

const Context = createContext<ThreadActions | null>(null);
export const ThreadActionsProvider = Context.Provider;

export function useThreadActions(): ThreadActions {
  const actions = use(Context);
  if (!actions) throw new Error('useThreadActions needs a ThreadActionsProvider above it');
  return actions;
}
