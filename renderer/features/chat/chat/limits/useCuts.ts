import { useMemo, useRef, useState } from 'react';
import type { Conversation } from '../../../../../preload/contract/chat/conversation.ts';
import { useT } from '../../../../i18n/index.ts';
import { useClient } from '../../../../kit/index.ts';
import { useToasts } from '../../../../ui/index.ts';

/** Start of a conversation's requests. */
type Start = Pick<Conversation, 'startId' | 'startSummary'>;

export interface CutConversation {
  readonly conversationId: string | null;
  readonly start: Start;
  /** Null: it failed, and the error is on screen. */
  readonly attempt: <T>(work: () => Promise<T>) => Promise<{ readonly value: T } | null>;
}

/** A summary in progress. */
export interface Summarising {
  readonly turns: number;
  readonly cancel: () => void;
}

/** Leaves out early turns, or replaces them by a summary. Undo restores the previous cut. */
export function useCuts(conversation: CutConversation) {
  const t = useT();
  const client = useClient();
  const toasts = useToasts();
  const [running, setRunning] = useState<{ id: string; turns: number } | null>(null);
  const latest = useRef(conversation);
  latest.current = conversation;
  const id = conversation.conversationId;

  const cuts = useMemo(() => {
    const setStart = (conversationId: string, { startId, startSummary }: Start) =>
      latest.current.attempt(() =>
        client.call('requests.setStart', {
          id: conversationId,
          messageId: startId,
          ...(startSummary === null ? {} : { summary: startSummary }),
        }),
      );
    return {
      async leaveOut(messageId: string, turns: number): Promise<boolean> {
        if (id === null) return false;
        const { start: before } = latest.current;
        const start = { startId: messageId, startSummary: null };
        if ((await setStart(id, start)) === null) return false;
        toasts.show({
          text: t('limits.leftOut', { count: turns }),
          undo: () => void setStart(id, before),
        });
        return true;
      },

      async summarise(messageId: string, turns: number): Promise<boolean> {
        if (id === null) return false;
        const { start: before, attempt } = latest.current;
        setRunning({ id, turns });
        const done = await attempt(() => client.call('requests.summarise', { id, messageId }));
        setRunning(null);
        if (done === null) return false;
        toasts.show({
          text: t('limits.summarised', { count: turns }),
          undo: () => void setStart(id, before),
        });
        return true;
      },
    };
  }, [client, id, t, toasts]);

  const stop = (conversationId: string) =>
    void conversation.attempt(() => client.call('chat.stop', { conversationId }));
  const summarising: Summarising | null =
    running !== null && running.id === id
      ? { turns: running.turns, cancel: () => stop(running.id) }
      : null;
  return { ...cuts, summarising };
}
