import { lazy } from 'react';

export const VaultDialog = lazy(() => import('./VaultDialog.tsx'));
