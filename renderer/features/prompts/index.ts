import { lazy } from 'react';

export { PendingPrompt } from './PendingPrompt.tsx';
export { usePromptMenu } from './usePromptMenu.tsx';

export const PromptLibrary = lazy(() => import('./PromptLibrary.tsx'));
