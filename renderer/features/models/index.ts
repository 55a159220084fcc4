import { lazy } from 'react';

export { ModelMenu } from './ModelMenu.tsx';
export { isChanged, noParameters } from './parametersForm.ts';
export { SeveralModels } from './SeveralModels.tsx';

export const ParametersSheet = lazy(() => import('./ParametersSheet.tsx'));
export const ModelsDialog = lazy(() => import('./ModelsDialog.tsx'));
