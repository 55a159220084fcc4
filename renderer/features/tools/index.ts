import { lazy } from 'react';

export const ToolsSheet = lazy(() => import('./ToolsSheet.tsx'));
