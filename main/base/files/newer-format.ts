import { AppError } from '../../../preload/contract/errors.ts';

/** @throws AppError `data-newer` if the file's format number is higher than this app knows */
export function refuseNewerFile(name: string, value: unknown, field: string, known: number): void {
  if (typeof value !== 'object' || value === null) return;
  const found: unknown = Reflect.get(value, field);
  if (typeof found !== 'number' || found <= known) return;
  throw new AppError('data-newer', { details: { name, found, known } });
}
