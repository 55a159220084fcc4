import { onDemand } from '../../../ui/index.ts';

export { ModelMenu } from './ModelMenu.tsx';
export { changesOf } from './parameterChanges.ts';
export { isChanged, noParameters } from './parametersForm.ts';
export { SeveralModels } from './SeveralModels.tsx';

export const ParametersSheet = onDemand(() => import('./ParametersSheet.tsx'));
export const ModelsDialog = onDemand(() => import('./ModelsDialog.tsx'));
