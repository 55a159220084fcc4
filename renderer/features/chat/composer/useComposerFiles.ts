import { useEffect, useRef } from 'react';
import type { Attachment } from '../../../../preload/contract/attachments.ts';
import type { Basket } from '../../../attachments/index.ts';
import { useBasket } from '../../../attachments/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useTurned } from './useNewDraft.ts';

/**
 * The files of the message that is being written in a conversation: taken from its draft, and kept with
 * it as they change. Those of a new conversation are kept for its system, unless it is temporary.
 */
export function useComposerFiles(options: {
  readonly composerKey: string;
  readonly systemId: string;
  readonly conversationId: string | null;
  readonly temporary: boolean;
  /** Null while it is not known. */
  readonly draft: readonly Attachment[] | null;
}): Basket {
  const { composerKey, systemId, conversationId, temporary, draft } = options;
  const { client, conversations } = useStores();
  const filled = useRef(new Set<string>());
  const basket = useBasket(composerKey, (attachments) => {
    const list = [...attachments];
    if (conversationId !== null) {
      void conversations.carryOut(() =>
        client.call('drafts.set', { id: conversationId, attachments: list }),
      );
    } else if (!temporary) keepNew(list);
  });
  const keepNew = (attachments: Attachment[]) =>
    void conversations.carryOut(() => client.call('drafts.setOfNew', { systemId, attachments }));
  useTurned(
    temporary,
    // the text's own side has main forget all of it
    () => undefined,
    () => {
      if (conversationId === null) keepNew(basket.ready());
    },
  );
  useEffect(() => {
    if (conversationId === null || draft === null || filled.current.has(composerKey)) return;
    filled.current.add(composerKey);
    // A conversation that has just begun here has its files in the basket already.
    if (composerKey === conversationId && draft.length > 0) basket.put(draft);
  }, [basket, composerKey, conversationId, draft]);
  useEffect(() => {
    if (conversationId !== null || filled.current.has(composerKey)) return;
    filled.current.add(composerKey);
    void conversations.carryOut(async () => {
      const { attachments } = await client.call('drafts.ofNew', { systemId });
      if (attachments.length > 0) basket.put(attachments);
    });
  }, [basket, client, composerKey, conversationId, conversations, systemId]);
  return basket;
}
