import { useState } from 'react';
import { AppError } from '../../../../../preload/contract/errors.ts';
import { useT } from '../../../../i18n/index.ts';
import { useFormat } from '../../../../i18n/useFormat.ts';
import { useStores } from '../../../../kit/index.ts';
import { useProblem } from '../../../../kit/useProblem.ts';
import { useResource } from '../../../../kit/useResource.ts';
import { Button, ErrorBar, ReasonedButton, TextField, TitledCard } from '../../../../ui/index.ts';
import { BackupPassphrase, useBackupPassphrase } from './BackupPassphrase.tsx';

/** Daily backups: set up, or their folder, the last one, and what is in the way. */
export function DailyBackups() {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const { value, problem: lost } = useResource('backups', undefined);
  const { busy, problem, attempt, forget } = useProblem();
  const [isSettingUp, setSettingUp] = useState(false);
  if (value === null) return lost && <ErrorBar error={lost} className="w-full" />;
  const problems = (
    <>
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={forget} />}
      {value.problem && <ErrorBar error={AppError.fromData(value.problem)} className="w-full" />}
    </>
  );
  if (value.folder === null) {
    return (
      <TitledCard
        title={t('settings.backup.daily.title')}
        text={t('settings.backup.daily.text')}
        action={
          !isSettingUp && (
            <Button onClick={() => setSettingUp(true)}>{t('settings.backup.daily.setUp')}</Button>
          )
        }
      >
        {isSettingUp || value.problem ? (
          <>
            {problems}
            {isSettingUp && <SetUp asksFolder={value.asksFolder} />}
          </>
        ) : null}
      </TitledCard>
    );
  }
  const last =
    value.lastAt === null
      ? t('settings.backup.daily.never')
      : t('settings.backup.daily.last', { time: format.dateTime(Date.parse(value.lastAt)) });
  return (
    <TitledCard title={t('settings.backup.daily.title')} text={last}>
      {problems}
      <p className="wrap-anywhere">{t('settings.backup.daily.into', { folder: value.folder })}</p>
      <div className="flex flex-wrap items-start gap-2">
        <ReasonedButton
          busy={busy}
          reason={value.waits ? t('settings.backup.daily.waits') : null}
          onClick={() => void attempt(() => client.call('backups.makeScheduled'))}
        >
          {t('settings.backup.daily.now')}
        </ReasonedButton>
        <Button
          busy={busy}
          onClick={() => {
            setSettingUp(false);
            void attempt(() => client.call('backups.unschedule'));
          }}
        >
          {t('settings.backup.daily.stop')}
        </Button>
      </div>
    </TitledCard>
  );
}

function SetUp({ asksFolder }: { readonly asksFolder: boolean }) {
  const t = useT();
  const { client } = useStores();
  const { busy, problem, attempt, forget } = useProblem();
  const secret = useBackupPassphrase();
  const [folder, setFolder] = useState('');
  const named = folder.trim();
  const reason = !asksFolder && named === '' ? t('settings.backup.daily.enterFolder') : null;
  const start = () =>
    void attempt(() =>
      client.call('backups.schedule', {
        folder: asksFolder ? null : named,
        passphrase: secret.passphrase,
      }),
    );
  return (
    <>
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={forget} />}
      {!asksFolder && (
        <div className="w-full">
          <TextField
            mono
            label={t('settings.backup.daily.folder')}
            hint={t('settings.backup.daily.folderHint')}
            value={folder}
            onValueChange={setFolder}
          />
        </div>
      )}
      <BackupPassphrase of={secret} />
      <ReasonedButton
        busy={busy}
        reason={reason ?? secret.reason}
        onBlocked={secret.check}
        onClick={start}
      >
        {t(`settings.backup.daily.${asksFolder ? 'startAsk' : 'start'}`)}
      </ReasonedButton>
    </>
  );
}
