import { lazy } from 'react';

export { useSignIn } from './useSignIn.ts';

export const SessionSheet = lazy(() => import('./SessionSheet.tsx'));
