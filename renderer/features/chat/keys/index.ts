import { onDemand } from '../../../ui/index.ts';

export const ApiKeysDialog = onDemand(() => import('./ApiKeysDialog.tsx'));
