import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import type { Log } from '../../../base/host.ts';
import { type CompletionListener, withLink } from '../../service/index.ts';

/** The answer so far. */
export interface PartialAnswer {
  get(): Message;
  set(message: Message): void;
  /** Sends the windows the new text, and then the whole answer. */
  tellWhole(): void;
}

/** Receives parts beside an answer's text: images, links, the model's name; or that the text was reasoning. */
export function receiveExtraContent(
  answer: PartialAnswer,
  deps: {
    readonly now: () => Date;
    readonly log: Log;
    /** Stores an image of the answer, the first as 1. */
    readonly keepImage?: (url: string, at: number) => Promise<Attachment>;
  },
) {
  const { id, model: asked } = answer.get();
  let images = 0;
  let keeping = Promise.resolve();

  async function keep(url: string, at: number): Promise<void> {
    try {
      const kept = await deps.keepImage?.(url, at);
      if (kept === undefined) return;
      const message = answer.get();
      answer.set({ ...message, attachments: [...message.attachments, kept] });
      answer.tellWhole();
    } catch (error) {
      deps.log.error('chat-image', error, { messageId: id });
    }
  }

  const listener: Pick<CompletionListener, 'image' | 'link' | 'model' | 'thought'> = {
    thought(choice) {
      if (choice !== 0) return;
      answer.tellWhole();
      const { content, reasoning, ...rest } = answer.get();
      answer.set({ ...rest, content: '', reasoning: reasoning + content, contentAt: null });
      answer.tellWhole();
    },
    image(url, choice) {
      if (choice !== 0) return;
      const message = answer.get();
      if (message.firstByteAt === null)
        answer.set({ ...message, firstByteAt: deps.now().toISOString() });
      images += 1;
      const at = images;
      keeping = keeping.then(() => keep(url, at));
    },
    link(link, choice) {
      if (choice !== 0) return;
      const message = answer.get();
      answer.set({ ...message, links: [...withLink(message.links ?? [], link)] });
    },
    model(name) {
      const { answeredBy: _, ...message } = answer.get();
      answer.set(name === asked ? message : { ...message, answeredBy: name });
    },
  };
  return {
    listener,
    /** Resolves when its images are stored. */
    async settled(): Promise<void> {
      await keeping;
    },
  };
}
