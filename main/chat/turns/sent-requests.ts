import type { Message } from '../../../preload/contract/chat/conversation.ts';
import { serialQueue } from '../../base/async/serial-queue.ts';
import type { Log } from '../../base/host.ts';
import type { Stores } from '../conversations/index.ts';
import type { ShownRequest } from '../service/index.ts';

/** Maximum requests in memory when the disk does not accept them. */
const mostUnkept = 20;

/** Each answer's request, as it was sent. */
export interface SentRequests {
  /** Stores a request in the background while it is sent; of several tries for one answer the last. */
  note(answer: Message, request: ShownRequest): void;
  /** Records that the request of `answer` produced this one too. */
  share(answer: Message, other: Message): void;
  /** Returns it as one JSON text; null if none was stored. @throws AppError `not-found` */
  of(messageId: string): Promise<string | null>;
  /** Waits until everything is stored. */
  close(): Promise<void>;
}

/**
 * Stored as sent instead of reconstructed: branches, attachments, parameters and the code that builds requests change.
 * It is stored beside the conversation (a temporary one's in memory only) and deleted with it; each message is stored
 * once for all requests. Requests of earlier versions were not stored, and imports have none.
 */
export function createSentRequests(deps: {
  readonly stores: Stores;
  readonly log: Log;
}): SentRequests {
  const { stores, log } = deps;
  const one = serialQueue();
  const unkept = new Map<string, ShownRequest>();

  const write = (messageId: string, work: () => Promise<void>, request?: ShownRequest): void => {
    one(work).then(
      () => unkept.delete(messageId),
      (error: unknown) => {
        log.error('chat-sent-request', error, { messageId });
        if (request === undefined) return;
        unkept.delete(messageId);
        unkept.set(messageId, request);
        const [oldest = ''] = unkept.keys();
        if (unkept.size > mostUnkept) unkept.delete(oldest);
      },
    );
  };
  return {
    note({ id, conversationId }, request) {
      const keep = () => stores.of(id).keepSent(conversationId, id, request);
      write(id, async () => keep(), request);
    },
    share: ({ id }, other) => write(other.id, async () => stores.of(id).shareSent(id, other.id)),
    async of(messageId) {
      await stores.of(messageId).message(messageId);
      const sent = await one(async () => stores.of(messageId).sent(messageId));
      const known = unkept.get(messageId) ?? sent;
      if (known === null) return null;
      const { at, url, headers, body } = known;
      return JSON.stringify({ at, method: 'POST', url, headers, body }, null, 2);
    },
    close: () => one(() => Promise.resolve()),
  };
}
