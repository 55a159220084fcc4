import { onDemand } from '../../../ui/index.ts';

export { useSignIn } from './useSignIn.ts';

export const SessionSheet = onDemand(() => import('./SessionSheet.tsx'));
