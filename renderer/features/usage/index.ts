import { lazy } from 'react';

export const UsageDialog = lazy(() => import('./UsageDialog.tsx'));
