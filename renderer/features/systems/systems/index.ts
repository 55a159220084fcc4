import { onDemand } from '../../../ui/index.ts';

export { Start } from './Start.tsx';

export const RemoveSystemDialog = onDemand(() => import('./RemoveSystemDialog.tsx'));
