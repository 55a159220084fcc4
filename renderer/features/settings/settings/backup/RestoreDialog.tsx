import { type ChangeEvent, useRef, useState } from 'react';
import {
  type BackupPart,
  noRestoreChoices,
  type RestoreChoices,
  type RestoreDifferences,
} from '../../../../../preload/contract/settings/backups.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { Button, Dialog, ErrorBar, PasswordField } from '../../../../ui/index.ts';
import { BackupParts } from './BackupParts.tsx';
import { shortest } from './BackupPassphrase.tsx';
import { Differences } from './Differences.tsx';

/** Bytes of a backup passed to main in one call. */
const pieceSize = 8 * 1024 * 1024;

interface Opened {
  readonly madeAt: string | null;
  readonly parts: readonly BackupPart[];
  readonly differences: RestoreDifferences;
}

/** Takes a backup and its passphrase, then asks what of it is restored, and what stays as it is here. */
export function RestoreDialog({ onEnd }: { readonly onEnd: () => void }) {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const { busy, problem, attempt } = useProblem();
  const chooser = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File | null>(null);
  const [isHanded, setHanded] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [opened, setOpened] = useState<Opened | null>(null);
  const [chosen, setChosen] = useState<readonly BackupPart[]>([]);
  const [taken, setTaken] = useState<RestoreChoices>(noRestoreChoices);

  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [first] = event.target.files ?? [];
    event.target.value = '';
    if (first === undefined) return;
    setFile(first);
    setHanded(false);
  };
  const open = async () => {
    if (file === null) return;
    const found = await attempt(async () => {
      for (let at = 0; !isHanded && (at === 0 || at < file.size); at += pieceSize) {
        const bytes = new Uint8Array(await file.slice(at, at + pieceSize).arrayBuffer());
        await client.call('backups.take', { first: at === 0, bytes });
      }
      setHanded(true);
      const { madeAt, parts } = await client.call('backups.look', { passphrase });
      const differences = await client.call('backups.compare', { passphrase, parts });
      return { madeAt, parts, differences };
    });
    if (found === null) return;
    setOpened(found.value);
    setChosen(found.value.parts);
  };
  const restore = async () => {
    const wanted = { passphrase, parts: [...chosen], taken };
    const laid = await attempt(() => client.call('backups.restore', wanted));
    if (laid !== null) onEnd();
  };
  const usable = file !== null && passphrase.length >= shortest;
  return (
    <Dialog
      open
      onClose={onEnd}
      title={t('settings.backup.restoring.title')}
      description={
        opened?.madeAt &&
        t('settings.backup.restoring.made', { time: format.dateTime(Date.parse(opened.madeAt)) })
      }
      footer={
        <>
          <Button onClick={onEnd}>{t('common.cancel')}</Button>
          {opened === null ? (
            <Button variant="primary" busy={busy} disabled={!usable} onClick={() => void open()}>
              {t('settings.backup.restoring.open')}
            </Button>
          ) : (
            <Button
              variant="primary"
              busy={busy}
              disabled={chosen.length === 0}
              onClick={() => void restore()}
            >
              {t('settings.backup.restoring.start')}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <ErrorBar error={problem} className="w-full" />}
        {opened === null ? (
          <>
            <div className="flex flex-wrap items-center gap-2">
              <Button busy={busy} onClick={() => chooser.current?.click()}>
                {t('settings.backup.restoring.choose')}
              </Button>
              <span className="wrap-anywhere">{file?.name}</span>
            </div>
            <input ref={chooser} type="file" hidden data-backup onChange={choose} />
            <PasswordField
              label={t('settings.backup.passphrase')}
              value={passphrase}
              autoComplete="off"
              onValueChange={setPassphrase}
            />
          </>
        ) : (
          <>
            <BackupParts
              label={t('settings.backup.restoring.parts')}
              offered={opened.parts}
              chosen={chosen}
              onChange={setChosen}
            />
            <Differences
              found={opened.differences}
              chosen={chosen}
              taken={taken}
              onChange={setTaken}
            />
            <p className="phrases text-text-soft">{t('settings.backup.restoring.text')}</p>
          </>
        )}
      </div>
    </Dialog>
  );
}
