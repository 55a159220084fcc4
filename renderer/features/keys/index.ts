import { lazy } from 'react';

export const ApiKeysDialog = lazy(() => import('./ApiKeysDialog.tsx'));
