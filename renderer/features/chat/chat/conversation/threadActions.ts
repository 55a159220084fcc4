import { createContext, use } from 'react';
import type { Attachment } from '../../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../../preload/contract/chat/conversation.ts';

/** What a message is to say in another version. */
export interface Edited {
  readonly text: string;
  /** Undefined: as the message has them. */
  readonly attachments: Attachment[] | undefined;
  /** The revision of the edit that it goes over. */
  readonly over: string;
}

/** What can be done with a message of the thread. The object stays the same as long as the conversation does. */
export interface ThreadActions {
  /** Shows the branch through this message. */
  readonly show: (messageId: string) => void;
  /** The same of answers side by side: what is pressed stays where it is. */
  readonly goOnWith: (messageId: string) => void;
  /** @param model in place of the conversation's own */
  readonly regenerate: (messageId: string, model?: string) => void;
  /** The same of several models, which are chosen first. */
  readonly regenerateSeveral: (messageId: string) => void;
  readonly resume: (messageId: string) => void;
  /** Lets a waiting tool call run, or refuses it. */
  readonly decideTool: (messageId: string, callId: string, allow: boolean) => void;
  /** Lets a tool run without asking from now on, and with it the calls of this message that wait. */
  readonly allowTool: (message: Message, name: string) => void;
  /** Leaves a question whose turn failed out of later requests, or has it sent with them. */
  readonly setLeftOut: (messageId: string, leftOut: boolean) => void;
  /** Deletes a single message, and offers to undo it. */
  readonly remove: (message: Pick<Message, 'id' | 'role'>) => void;
  readonly fork: (messageId: string) => void;
  /** Shows the request that an answer was asked for with. */
  readonly showSent: (messageId: string) => void;
  /** Opens the editor in place of a message; null closes it. */
  readonly startEditing: (messageId: string | null) => void;
  /** False: it was not sent, and the editor stays. */
  readonly edit: (messageId: string, edited: Edited) => Promise<boolean>;
  /** Puts the user's text in place of an answer's. False: it was not saved. */
  readonly editAnswer: (
    messageId: string,
    edited: Pick<Edited, 'text' | 'over'>,
  ) => Promise<boolean>;
}

const Context = createContext<ThreadActions | null>(null);
export const ThreadActionsProvider = Context.Provider;

export function useThreadActions(): ThreadActions {
  const actions = use(Context);
  if (!actions) throw new Error('useThreadActions needs a ThreadActionsProvider above it');
  return actions;
}
