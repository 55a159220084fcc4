import { useMemo, useRef } from 'react';
import { useT } from '../../../../i18n/index.ts';
import { useStores } from '../../../../kit/index.ts';
import type { Attempt } from '../../../../kit/useProblem.ts';
import { useToasts } from '../../../../ui/index.ts';
import type { ThreadActions } from './threadActions.ts';

interface TurnActionsOptions {
  /** Null: it failed, and the error is on screen. */
  readonly attempt: Attempt;
  /** Models asked side by side; null for one. */
  readonly several: readonly string[] | null;
  readonly onEdit: (messageId: string | null) => void;
  /** Asks for the models that regenerate one answer. */
  readonly onAgain: (messageId: string) => void;
  /** A request is being sent. */
  readonly onSending: () => void;
  /** The clicked element stays in place on screen. */
  readonly onStaying: () => void;
  /** Shows the request of an answer. */
  readonly onSent: (messageId: string) => void;
}

/** Returns the actions on a thread's messages; the same object while the screen is open. */
export function useTurnActions(options: TurnActionsOptions): ThreadActions {
  const { client, route } = useStores();
  const t = useT();
  const toasts = useToasts();
  const latest = useRef(options);
  latest.current = options;
  return useMemo<ThreadActions>(() => {
    const run = (work: () => Promise<unknown>) => void latest.current.attempt(work);
    const send = (work: () => Promise<unknown>) => {
      latest.current.onSending();
      run(work);
    };
    return {
      show: (messageId) => run(() => client.call('branches.show', { messageId })),
      goOnWith: (messageId) => {
        latest.current.onStaying();
        run(() => client.call('branches.show', { messageId }));
      },
      regenerate: (messageId, model) =>
        send(() =>
          client.call('chat.regenerate', {
            messageId,
            ...(model === undefined ? {} : { models: [model] }),
          }),
        ),
      regenerateSeveral: (messageId) => latest.current.onAgain(messageId),
      resume: (messageId) => send(() => client.call('chat.resume', { messageId })),
      stopAnswer: ({ id: messageId, conversationId }) =>
        run(() => client.call('chat.stop', { conversationId, messageId })),
      setLeftOut: (messageId, leftOut) =>
        run(() => client.call('requests.setLeftOut', { messageId, leftOut })),
      remove: ({ id: messageId, role }) =>
        run(async () => {
          const { removal } = await client.call('branches.remove', { messageId });
          toasts.show({
            text: t(role === 'user' ? 'chat.deletedMessage' : 'chat.deletedAnswer'),
            undo: () => run(() => client.call('branches.restore', { removal })),
          });
        }),
      fork: (messageId) =>
        run(async () => {
          const { id } = await client.call('conversations.fork', { messageId });
          route.go({ screen: 'chat', conversationId: id });
        }),
      showSent: (messageId) => latest.current.onSent(messageId),
      startEditing: (messageId) => latest.current.onEdit(messageId),
      edit: async (messageId, { text, attachments, over }) => {
        const { attempt, several, onSending } = latest.current;
        onSending();
        const sent = await attempt(() =>
          client.call('chat.edit', {
            messageId,
            text,
            over,
            ...(attachments && { attachments }),
            ...(several && { models: [...several] }),
          }),
        );
        return sent !== null;
      },
      editAnswer: async (messageId, edited) => {
        const { attempt } = latest.current;
        const saved = await attempt(() => client.call('chat.editAnswer', { messageId, ...edited }));
        return saved !== null;
      },
    };
  }, [client, route, t, toasts]);
}
