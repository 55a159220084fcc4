import { onDemand } from '../../../ui/index.ts';

export { ConversationList } from './list/ConversationList.tsx';
export { byTitle } from './list/groups.ts';
export { type ActionId, useConversationActions } from './list/useConversationActions.tsx';
export { useFolders } from './list/useFolders.ts';
export { markIn, rangesIn } from './search/marks.ts';
export { createSearch } from './search/search.ts';
export { useJump } from './search/useJump.ts';

export const TreeDialog = onDemand(() => import('./tree/TreeDialog.tsx'));
