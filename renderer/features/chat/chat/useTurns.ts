import { useState } from 'react';
import { useClient } from '../../../kit/index.ts';
import type { Attempt } from '../../../kit/useProblem.ts';
import type { Branch } from './conversation/branch.ts';
import { useTurnActions } from './conversation/useTurnActions.ts';
import type { Panel } from './Panels.tsx';
import { useConversationCommands } from './useConversationCommands.ts';

/** Actions on a conversation's messages, and their commands. */
export function useTurns(options: {
  readonly conversationId: string | null;
  readonly branch: Branch;
  readonly streaming: boolean;
  readonly attempt: Attempt;
  readonly editing: readonly [id: string | null, edit: (id: string | null) => void];
  readonly onOpen: (panel: Panel) => void;
  /** Something is being sent: its result must be in view. */
  readonly onSending: () => void;
  readonly onStaying: () => void;
}) {
  const { conversationId, branch, streaming, attempt, onOpen, onSending, onStaying } = options;
  const client = useClient();
  const [editingId, edit] = options.editing;
  const [several, setSeveral] = useState<readonly string[] | null>(null);
  const [sentId, setSentId] = useState<string | null>(null);
  const [againId, setAgainId] = useState<string | null>(null);
  const perform = (work: () => Promise<unknown>) => void attempt(work);
  const actions = useTurnActions({
    attempt,
    several,
    onEdit: edit,
    onSending,
    onStaying,
    onSent: setSentId,
    onAgain: (messageId) => {
      setAgainId(messageId);
      onOpen('again');
    },
  });
  const editLast = () => {
    const last = branch.slots.findLast((slot) => slot?.role === 'user');
    if (last !== undefined && !streaming) edit(last.id);
  };
  const stop = () => {
    if (conversationId !== null) perform(() => client.call('chat.stop', { conversationId }));
  };
  useConversationCommands({
    branch,
    streaming,
    actions,
    editLast,
    stop,
    openSeveral: () => onOpen('several'),
  });
  return {
    actions,
    editingId,
    editLast,
    stop,
    several,
    /** The answer whose request is shown. */
    sentId,
    hideSent: () => setSentId(null),
    askOne: () => setSeveral(null),
    setSeveral,
    /** Models chosen for all following messages, or for regenerating one answer. */
    askSeveral(models: readonly string[], panel: 'several' | 'again') {
      if (panel === 'several') setSeveral(models);
      else if (againId !== null) {
        onSending();
        perform(() => client.call('chat.regenerate', { messageId: againId, models: [...models] }));
      }
    },
  };
}
