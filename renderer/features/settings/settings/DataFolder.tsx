import { useState } from 'react';
import { AppError } from '../../../../preload/contract/errors.ts';
import { useT } from '../../../i18n/index.ts';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Button, Copyable, ErrorBar, TextField } from '../../../ui/index.ts';

/** Location of the data, and moving it at the next start. */
export function DataFolder() {
  const t = useT();
  const { client } = useStores();
  const { value, problem: lost } = useResource('dataPlace', undefined);
  const { busy, problem, attempt, forget } = useProblem();
  const [typed, setTyped] = useState('');
  if (value === null) return lost && <ErrorBar error={lost} className="w-full" />;
  const { folder, movesTo, before, movable, asksFolder } = value;

  const move = async () => {
    const named = asksFolder ? null : typed.trim();
    if ((await attempt(() => client.call('dataPlace.move', { folder: named }))) !== null) {
      setTyped('');
    }
  };
  const stay = () => void attempt(() => client.call('dataPlace.stay'));
  return (
    <>
      <p className="phrases text-text-soft">{t('settings.data.text')}</p>
      <Copyable name={t('settings.data.title')} value={folder} />
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={forget} />}
      {value.problem && (
        <ErrorBar error={AppError.fromData(value.problem)} className="w-full" onDismiss={stay} />
      )}
      {before && (
        <p className="phrases wrap-anywhere">{t('settings.data.before', { folder: before })}</p>
      )}
      {movesTo !== null && (
        <>
          <p role="status" className="phrases wrap-anywhere">
            {t('settings.data.moves', { folder: movesTo })}
          </p>
          <Button busy={busy} onClick={stay}>
            {t('settings.data.stay')}
          </Button>
        </>
      )}
      {movesTo === null && movable && (
        <>
          {!asksFolder && (
            <div className="w-full">
              <TextField
                mono
                label={t('settings.data.into')}
                hint={t('settings.data.intoHint')}
                value={typed}
                onValueChange={setTyped}
              />
            </div>
          )}
          <div>
            <Button
              busy={busy}
              disabled={!asksFolder && typed.trim() === ''}
              onClick={() => void move()}
            >
              {t(`settings.data.${asksFolder ? 'moveAsk' : 'move'}`)}
            </Button>
          </div>
        </>
      )}
    </>
  );
}
