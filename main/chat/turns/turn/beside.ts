import type { Attachment } from '../../../../preload/contract/chat/attachments.ts';
import type { Message } from '../../../../preload/contract/chat/conversation.ts';
import type { Log } from '../../../base/host.ts';
import { type CompletionListener, withLink } from '../../service/index.ts';

/** The answer as it is so far. */
export interface Growing {
  get(): Message;
  set(message: Message): void;
  /** Tells the windows what came, and then the answer as a whole. */
  tellWhole(): void;
}

/** What comes beside the text of an answer: images, links, the model's name; or that the text was none. */
export function listenBeside(
  answer: Growing,
  deps: {
    readonly now: () => Date;
    readonly log: Log;
    /** Keeps an image of the answer, the first as 1. */
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
    /** Its images are kept. */
    async settled(): Promise<void> {
      await keeping;
    },
  };
}
