import { useState } from 'react';
import { AppError } from '../../../preload/contract/errors.ts';
import { ErrorBar, onDemand } from '../../ui/index.ts';
import { useFollowed } from '../index.ts';
import { useResource } from '../useResource.ts';

// what most windows never show
const Damage = onDemand(() => import('./Damage.tsx'));
const UnreadableRows = onDemand(() => import('./UnreadableRows.tsx'));

/** Warns, until dismissed, that automatic backups fail. */
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

/** Lists, until dismissed, stored rows that could not be read. */
export function UnreadableRowsBar() {
  const { value } = useResource('unreadableRows', undefined);
  const [noted, setNoted] = useState(0);
  const count = value?.length ?? 0;
  if (value === null || count <= noted) return null;
  return <UnreadableRows rows={value} onDismiss={() => setNoted(count)} />;
}

/** Reports, until dismissed, the recovered or missing data of a damaged database, and offers a restore. */
export function DamageBar() {
  const damage = useFollowed((stores) => stores.info).value?.damage ?? null;
  const [noted, setNoted] = useState(false);
  if (damage === null || noted) return null;
  return <Damage damage={damage} onDismiss={() => setNoted(true)} />;
}
