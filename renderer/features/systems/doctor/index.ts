import { onDemand } from '../../../ui/index.ts';

export const DoctorDialog = onDemand(() => import('./DoctorDialog.tsx'));
export { FindOutWhy } from './FindOutWhy.tsx';
