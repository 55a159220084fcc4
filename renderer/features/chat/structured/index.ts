import { LongText, onDemand } from '../../../ui/index.ts';

export const FormatField = onDemand(() => import('./FormatField.tsx'));
export const StructuredAnswer = onDemand(() => import('./StructuredAnswer.tsx'), LongText);
/** A JSON value as a tree. */
export const Tree = onDemand(async () => ({ default: (await import('./Tree.tsx')).Tree }));
