import { onDemand } from '../../../ui/index.ts';

export const ToolsSheet = onDemand(() => import('./ToolsSheet.tsx'));
