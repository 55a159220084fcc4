import { onDemand } from '../../../ui/index.ts';

export const UsageDialog = onDemand(() => import('./UsageDialog.tsx'));
