import { onDemand } from '../../../ui/index.ts';

/** What helps others to help, as a file. */
export const SupportDialog = onDemand(() => import('./SupportDialog.tsx'));
/** The way to it in Settings, and what is left of crashes. */
export const SupportSettings = onDemand(() => import('./SupportSettings.tsx'));
