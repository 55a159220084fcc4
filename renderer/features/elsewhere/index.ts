import { lazy } from 'react';

export const ElsewhereDialog = lazy(() => import('./ElsewhereDialog.tsx'));
