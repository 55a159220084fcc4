import { type ChangeEvent, useRef, useState } from 'react';
import { useT } from '../../i18n/index.ts';
import { useStores } from '../../kit/index.ts';
import { download } from '../../kit/saveFile.ts';
import { useProblem } from '../../kit/useProblem.ts';
import { Button, ErrorBar, PasswordField } from '../../ui/index.ts';
import { DailyBackups } from './DailyBackups.tsx';

/** Bytes handed over in one call. */
const pieceSize = 8 * 1024 * 1024;
/** As the contract has it. */
const shortest = 8;

/** Everything that is kept, as one file under a passphrase, and back. */
export function BackupSettings() {
  const t = useT();
  const { client } = useStores();
  const { busy, problem, attempt } = useProblem();
  const [passphrase, setPassphrase] = useState('');
  const [said, setSaid] = useState<'made' | 'laid' | null>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const usable = passphrase.length >= shortest;

  const make = async () => {
    setSaid(null);
    const made = await attempt(() => client.call('backups.make', { passphrase }));
    if (made === null || made.value.kind === 'cancelled') return;
    if (made.value.kind === 'download') download(made.value);
    setPassphrase('');
    setSaid('made');
  };
  const take = async (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file === undefined) return;
    setSaid(null);
    const laid = await attempt(async () => {
      for (let at = 0; at === 0 || at < file.size; at += pieceSize) {
        const piece = file.slice(at, at + pieceSize);
        const bytes = new Uint8Array(await piece.arrayBuffer());
        await client.call('backups.take', { first: at === 0, bytes });
      }
      await client.call('backups.restore', { passphrase });
    });
    if (laid === null) return;
    setPassphrase('');
    setSaid('laid');
  };
  const forget = async () => {
    if ((await attempt(() => client.call('backups.forget'))) !== null) setSaid(null);
  };

  return (
    <>
      {problem && <ErrorBar error={problem} className="w-full" />}
      <p className="phrases text-text-soft">{t('settings.backup.text')}</p>
      <PasswordField
        label={t('settings.backup.passphrase')}
        value={passphrase}
        autoComplete="new-password"
        onValueChange={setPassphrase}
      />
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} disabled={!usable} onClick={() => void make()}>
          {t('settings.backup.make')}
        </Button>
        <Button busy={busy} disabled={!usable} onClick={() => chooser.current?.click()}>
          {t('settings.backup.restore')}
        </Button>
      </div>
      <input ref={chooser} type="file" hidden data-backup onChange={(event) => void take(event)} />
      <p role="status" className="phrases">
        {said && t(`settings.backup.${said}`)}
      </p>
      {said === 'laid' && (
        <Button busy={busy} onClick={() => void forget()}>
          {t('settings.backup.forget')}
        </Button>
      )}
      <DailyBackups passphrase={passphrase} usable={usable} onStarted={() => setPassphrase('')} />
    </>
  );
}
