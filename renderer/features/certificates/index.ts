import { lazy } from 'react';

export { ExpiryReminders } from './ExpiryReminders.tsx';
export { commonName, fingerprintText } from './facts/names.ts';
export { certificateFiles } from './import/accepted.ts';

export const ExportP12Dialog = lazy(() =>
  import('./export/ExportP12Dialog.tsx').then((part) => ({ default: part.ExportP12Dialog })),
);

export const ImportCertificate = lazy(() =>
  import('./import/ImportCertificate.tsx').then((part) => ({ default: part.ImportCertificate })),
);
