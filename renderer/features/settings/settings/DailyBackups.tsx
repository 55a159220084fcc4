import { useState } from 'react';
import { AppError } from '../../../../preload/contract/errors.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, ErrorBar, TextField } from '../../../ui/index.ts';

interface DailyBackupsProps {
  /** The passphrase typed for a backup by hand. */
  readonly passphrase: string;
  readonly usable: boolean;
  readonly onStarted: () => void;
}

/** Automatic backups: their folder, the time of the last one, and problems. */
export function DailyBackups({ passphrase, usable, onStarted }: DailyBackupsProps) {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const { value, problem: lost } = useResource('backups', undefined);
  const { busy, problem, attempt, forget } = useProblem();
  const [folder, setFolder] = useState('');
  if (value === null) return lost && <ErrorBar error={lost} className="w-full" />;

  const start = async () => {
    const named = value.asksFolder ? null : folder.trim();
    const begun = await attempt(() =>
      client.call('backups.schedule', { folder: named, passphrase }),
    );
    if (begun !== null && begun.value.folder !== null) onStarted();
  };
  return (
    <section
      aria-label={t('settings.backup.daily.title')}
      className="mt-3 flex w-full flex-col gap-3"
    >
      <h3 className="text-body font-semibold">{t('settings.backup.daily.title')}</h3>
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={forget} />}
      {value.problem && <ErrorBar error={AppError.fromData(value.problem)} className="w-full" />}
      {value.folder === null ? (
        <>
          <p className="phrases text-text-soft">{t('settings.backup.daily.text')}</p>
          {!value.asksFolder && (
            <TextField
              mono
              label={t('settings.backup.daily.folder')}
              hint={t('settings.backup.daily.folderHint')}
              value={folder}
              onValueChange={setFolder}
            />
          )}
          <div>
            <Button
              busy={busy}
              disabled={!usable || (!value.asksFolder && folder.trim() === '')}
              onClick={() => void start()}
            >
              {t(`settings.backup.daily.${value.asksFolder ? 'startAsk' : 'start'}`)}
            </Button>
          </div>
        </>
      ) : (
        <>
          <div>
            <p className="wrap-anywhere">
              {t('settings.backup.daily.into', { folder: value.folder })}
            </p>
            <p className="text-text-soft">
              {value.lastAt === null
                ? t('settings.backup.daily.never')
                : t('settings.backup.daily.last', {
                    time: format.dateTime(Date.parse(value.lastAt)),
                  })}
            </p>
            {value.waits && <p className="phrases">{t('settings.backup.daily.waits')}</p>}
          </div>
          <div className="flex flex-wrap gap-2">
            <Button
              busy={busy}
              disabled={value.waits}
              onClick={() => void attempt(() => client.call('backups.makeScheduled'))}
            >
              {t('settings.backup.daily.now')}
            </Button>
            <Button
              busy={busy}
              onClick={() => void attempt(() => client.call('backups.unschedule'))}
            >
              {t('settings.backup.daily.stop')}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}
