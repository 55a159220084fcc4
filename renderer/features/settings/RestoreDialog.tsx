import { useState } from 'react';
import type { BackupPart } from '../../../preload/contract/settings/backups.ts';
import { useT } from '../../i18n/index.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { useStores } from '../../kit/index.ts';
import { useProblem } from '../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar } from '../../ui/index.ts';
import { BackupParts } from './BackupParts.tsx';

export interface Opened {
  readonly madeAt: string | null;
  readonly parts: readonly BackupPart[];
  readonly passphrase: string;
}

/** Asks which parts of a backup are restored. */
export function RestoreDialog({
  opened,
  onEnd,
}: {
  readonly opened: Opened;
  readonly onEnd: (laid: boolean) => void;
}) {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const { busy, problem, attempt } = useProblem();
  const [chosen, setChosen] = useState<readonly BackupPart[]>(opened.parts);
  const { passphrase, madeAt } = opened;
  const restore = async () => {
    const parts = [...chosen];
    const laid = await attempt(() => client.call('backups.restore', { passphrase, parts }));
    if (laid !== null) onEnd(true);
  };
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={t('settings.backup.restoring.title')}
      description={
        madeAt && t('settings.backup.restoring.made', { time: format.dateTime(Date.parse(madeAt)) })
      }
      footer={
        <>
          <Button onClick={() => onEnd(false)}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={chosen.length === 0}
            onClick={() => void restore()}
          >
            {t('settings.backup.restoring.start')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <ErrorBar error={problem} className="w-full" />}
        <BackupParts
          label={t('settings.backup.restoring.parts')}
          offered={opened.parts}
          chosen={chosen}
          onChange={setChosen}
        />
        <p className="phrases text-text-soft">{t('settings.backup.restoring.text')}</p>
      </div>
    </Dialog>
  );
}
