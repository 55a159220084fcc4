import type { SearchHit } from '../../../../../preload/contract/chat/search.ts';
import { useStores } from '../../../../kit/index.ts';

interface Place {
  readonly messageId: string;
  /** The part of the message, as in a search hit. */
  readonly in?: SearchHit['in'];
  readonly name?: string | null;
  readonly terms?: readonly string[];
}

/** Opens a message: its conversation and, if it is on another branch, that branch. */
export function useJump() {
  const { client, route, jump, conversations } = useStores();
  return async ({
    messageId,
    terms = [],
    in: place = 'content',
    name = null,
  }: Place): Promise<void> => {
    const { conversationId, leafId, depth } = await client.call('branches.locate', { messageId });
    const shown = conversations.getState().value?.find(({ id }) => id === conversationId);
    if (shown?.leafId !== leafId) await client.call('branches.show', { messageId });
    jump.setState({ target: { conversationId, messageId, depth, terms, in: place, name } });
    route.go({ screen: 'chat', conversationId });
  };
}
