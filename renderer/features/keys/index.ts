import { lazy } from 'react';

export { useOpenPage } from './useOpenPage.ts';

export const ApiKeysDialog = lazy(() => import('./ApiKeysDialog.tsx'));
