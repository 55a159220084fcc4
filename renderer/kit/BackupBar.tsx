import { useState } from 'react';
import { AppError } from '../../preload/contract/errors.ts';
import { ErrorBar } from '../ui/index.ts';
import { useResource } from './useResource.ts';

/** Says, until the user has taken note of it, that the backups that are made by themselves do not work. */
export function BackupBar() {
  const { value } = useResource('backups', undefined);
  const [noted, setNoted] = useState<string | null>(null);
  const problem = value?.problem ?? null;
  if (problem === null || problem.code === noted) return null;
  return (
    <ErrorBar
      error={AppError.fromData(problem)}
      className="m-3 mb-0"
      onDismiss={() => setNoted(problem.code)}
    />
  );
}
