import { type ChangeEvent, useRef, useState } from 'react';
import { type BackupPart, backupParts } from '../../../preload/contract/settings/backups.ts';
import { useT } from '../../i18n/index.ts';
import { useStores } from '../../kit/index.ts';
import { download } from '../../kit/saveFile.ts';
import { useProblem } from '../../kit/useProblem.ts';
import { useResource } from '../../kit/useResource.ts';
import { Button, ErrorBar, PasswordField } from '../../ui/index.ts';
import { BackupParts } from './BackupParts.tsx';
import { DailyBackups } from './DailyBackups.tsx';
import { type Opened, RestoreDialog } from './RestoreDialog.tsx';

/** Bytes handed over in one call. */
const pieceSize = 8 * 1024 * 1024;
/** As the contract has it. */
const shortest = 8;

/** What is kept, or parts of it, as one file under a passphrase, and back. */
export function BackupSettings() {
  const t = useT();
  const { client } = useStores();
  const { busy, problem, attempt, forget: dismiss } = useProblem();
  const [passphrase, setPassphrase] = useState('');
  const [parts, setParts] = useState<readonly BackupPart[]>(backupParts);
  const [made, setMade] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const { value } = useResource('backups', undefined);
  const chooser = useRef<HTMLInputElement>(null);
  const usable = passphrase.length >= shortest;

  const make = async () => {
    setMade(false);
    const wanted = { passphrase, parts: [...parts] };
    const saved = await attempt(() => client.call('backups.make', wanted));
    if (saved === null || saved.value.kind === 'cancelled') return;
    if (saved.value.kind === 'download') download(saved.value);
    setPassphrase('');
    setMade(true);
  };
  const look = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file === undefined) return;
    setMade(false);
    const found = await attempt(async () => {
      for (let at = 0; at === 0 || at < file.size; at += pieceSize) {
        const piece = file.slice(at, at + pieceSize);
        const bytes = new Uint8Array(await piece.arrayBuffer());
        await client.call('backups.take', { first: at === 0, bytes });
      }
      return client.call('backups.look', { passphrase });
    });
    if (found !== null) setOpened({ ...found.value, passphrase });
  };
  const end = (laid: boolean) => {
    setOpened(null);
    if (laid) setPassphrase('');
  };

  return (
    <>
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={dismiss} />}
      <p className="phrases text-text-soft">{t('settings.backup.text')}</p>
      <PasswordField
        label={t('settings.backup.passphrase')}
        value={passphrase}
        autoComplete="new-password"
        onValueChange={setPassphrase}
      />
      <BackupParts label={t('settings.backup.which')} chosen={parts} onChange={setParts} />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} disabled={!usable || parts.length === 0} onClick={() => void make()}>
          {t('settings.backup.make')}
        </Button>
        <Button busy={busy} disabled={!usable} onClick={() => chooser.current?.click()}>
          {t('settings.backup.restore')}
        </Button>
      </div>
      <input ref={chooser} type="file" hidden data-backup onChange={(event) => void look(event)} />
      {opened && <RestoreDialog opened={opened} onEnd={end} />}
      <p role="status" className="phrases empty:hidden">
        {value?.restores ? t('settings.backup.laid') : made && t('settings.backup.made')}
      </p>
      {value?.restores && (
        <Button busy={busy} onClick={() => void attempt(() => client.call('backups.forget'))}>
          {t('settings.backup.forget')}
        </Button>
      )}
      <DailyBackups passphrase={passphrase} usable={usable} onStarted={() => setPassphrase('')} />
    </>
  );
}
