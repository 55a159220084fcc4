import { lazy } from 'react';

export const DoctorDialog = lazy(() => import('./DoctorDialog.tsx'));
export { FindOutWhy } from './FindOutWhy.tsx';
