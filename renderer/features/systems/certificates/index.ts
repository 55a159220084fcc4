import { onDemand } from '../../../ui/index.ts';

export { commonName, fingerprintText } from './facts/names.ts';
export { certificateFiles } from './import/accepted.ts';
export { useFilePicker } from './import/useFilePicker.tsx';

export const ExpiryReminders = onDemand(() => import('./ExpiryReminders.tsx'));

export const ExportP12Dialog = onDemand(async () => {
  const { ExportP12Dialog: part } = await import('./export/ExportP12Dialog.tsx');
  return { default: part };
});

export const ImportArrival = onDemand(async () => {
  const { ImportArrival: part } = await import('./import/ImportCertificate.tsx');
  return { default: part };
});

export const ImportCertificate = onDemand(async () => {
  const { ImportCertificate: part } = await import('./import/ImportCertificate.tsx');
  return { default: part };
});
