import { useT } from '../../../i18n/index.ts';
import { useOffer } from '../../../kit/useCommand.ts';
import { useCopy, useToasts } from '../../../ui/index.ts';
import type { Branch } from './conversation/branch.ts';
import type { ThreadActions } from './conversation/threadActions.ts';

interface Conversation {
  readonly branch: Branch;
  readonly streaming: boolean;
  readonly actions: ThreadActions;
  readonly editLast: () => void;
  readonly stop: () => void;
  readonly openSeveral: () => void;
}

/** Registers the open conversation's commands for the palette and keys. */
export function useConversationCommands(conversation: Conversation): void {
  const t = useT();
  const toasts = useToasts();
  const { copy } = useCopy();
  const { branch, streaming, actions, editLast, stop } = conversation;
  const loaded = branch.slots.filter((slot) => slot !== undefined);
  const answer = loaded.findLast(({ role }) => role === 'assistant');
  const asked = loaded.findLast(({ role }) => role === 'user');
  const forked = loaded.findLast(({ id }) => (branch.siblings[id]?.length ?? 0) > 1);
  const versions = forked === undefined ? [] : (branch.siblings[forked.id] ?? []);
  const at = forked === undefined ? -1 : versions.indexOf(forked.id);
  const version = (to: string | undefined) => (to === undefined ? null : () => actions.show(to));
  const free = !streaming && asked !== undefined;

  useOffer('next-branch', version(versions[at + 1]));
  useOffer('previous-branch', version(at < 1 ? undefined : versions[at - 1]));
  useOffer('edit-last', free ? editLast : null);
  useOffer('regenerate', free && answer !== undefined ? () => actions.regenerate(answer.id) : null);
  useOffer('stop', streaming ? stop : null);
  useOffer(
    'copy-last',
    answer === undefined || answer.content === ''
      ? null
      : () => {
          void copy(answer.content).then(() =>
            toasts.show({ text: t('conversations.transfer.copiedAnswer') }),
          );
        },
  );
  useOffer('several-models', conversation.openSeveral);
}
