import { onDemand } from '../../../ui/index.ts';

export const VaultDialog = onDemand(() => import('./VaultDialog.tsx'));
