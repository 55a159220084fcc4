import { lazy } from 'react';

export { Start } from './Start.tsx';

export const RemoveSystemDialog = lazy(() => import('./RemoveSystemDialog.tsx'));
