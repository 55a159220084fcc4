import { onDemand } from '../../../../../ui/index.ts';

export const ResultParts = onDemand(() => import('./ResultParts.tsx'));
