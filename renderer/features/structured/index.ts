import { lazy } from 'react';

export const FormatField = lazy(() => import('./FormatField.tsx'));
export const StructuredAnswer = lazy(() => import('./StructuredAnswer.tsx'));
