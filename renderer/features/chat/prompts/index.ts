import { onDemand } from '../../../ui/index.ts';

export { PendingPrompt } from './PendingPrompt.tsx';
export { usePromptMenu } from './usePromptMenu.tsx';

export const PromptLibrary = onDemand(() => import('./PromptLibrary.tsx'));
