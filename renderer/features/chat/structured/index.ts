import { LongText, onDemand } from '../../../ui/index.ts';

export const FormatField = onDemand(() => import('./FormatField.tsx'));
export const StructuredAnswer = onDemand(() => import('./StructuredAnswer.tsx'), LongText);
