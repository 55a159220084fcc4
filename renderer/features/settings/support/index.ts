import { onDemand } from '../../../ui/index.ts';

/** The support file. */
export const SupportDialog = onDemand(() => import('./SupportDialog.tsx'));
/** The entry in Settings, and crash dumps. */
export const SupportSettings = onDemand(() => import('./SupportSettings.tsx'));
