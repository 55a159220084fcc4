import { useState } from 'react';
import type { Release, UpdatesState } from '../../../../preload/contract/settings/updates.ts';
import { useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { LockNote } from '../../../kit/bars/PolicyBar.tsx';
import { useStores } from '../../../kit/index.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { useResource } from '../../../kit/useResource.ts';
import { Switch } from '../../../ui/fields/Switch.tsx';
import { Button, ErrorBar, TextField, useErrorText } from '../../../ui/index.ts';
import { FoundVersion, Replacing } from './FoundVersion.tsx';

/** Source of updates, if any; a newer version is shown before anything of it is downloaded. */
export function Updates() {
  const t = useT();
  const { client } = useStores();
  const { value, problem: lost } = useResource('updates', undefined);
  const { busy, problem, attempt, forget } = useProblem();
  const [typed, setTyped] = useState('');
  /** The result of this window's last check, if there was nothing newer. */
  const [told, setTold] = useState<Release | null>(null);
  if (value === null) return lost && <ErrorBar error={lost} className="w-full" />;
  const { feed, locked, daily, found, placed } = value;

  const set = async (wanted: string | null) => {
    setTold(null);
    const kept = await attempt(() => client.call('updates.set', { feed: wanted }));
    if (kept !== null) setTyped('');
  };
  const check = async () => {
    setTold(null);
    const shown = await attempt(() => client.call('updates.check'));
    if (shown !== null && !shown.value.newer) setTold(shown.value);
  };
  const shown = found ?? told;
  return (
    <>
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={forget} />}
      <p className="phrases wrap-anywhere text-text-soft">
        {feed === null
          ? t(`settings.updates.${locked ? 'forbidden' : 'none'}`)
          : t('settings.updates.of', { folder: feed.split('#')[0] ?? '' })}
      </p>
      {feed === null && !locked && (
        <>
          <div className="w-full">
            <TextField
              mono
              label={t('settings.updates.feed')}
              hint={t('settings.updates.feedHint')}
              value={typed}
              onValueChange={setTyped}
            />
          </div>
          <Button busy={busy} disabled={typed.trim() === ''} onClick={() => void set(typed.trim())}>
            {t('settings.updates.use')}
          </Button>
        </>
      )}
      {feed !== null && (
        <>
          <div className="w-full">
            <Switch
              label={t('settings.updates.daily.label')}
              hint={t('settings.updates.daily.hint')}
              checked={daily}
              onCheckedChange={(wanted) =>
                void attempt(() => client.call('updates.setDaily', { daily: wanted }))
              }
            />
          </div>
          <div className="flex flex-wrap gap-2">
            <Button busy={busy} onClick={() => void check()}>
              {t('settings.updates.check')}
            </Button>
            {!locked && (
              <Button busy={busy} onClick={() => void set(null)}>
                {t('settings.updates.stop')}
              </Button>
            )}
          </div>
          {problem === null && <LastLook state={value} />}
        </>
      )}
      {shown && shown.version !== placed && <FoundVersion release={shown} state={value} />}
      <Replacing state={value} />
      {locked && <LockNote />}
    </>
  );
}

/** Time of the last check; its failure is shown only here. */
function LastLook({ state }: { readonly state: UpdatesState }) {
  const t = useT();
  const format = useFormat();
  const { lookedAt } = state;
  const failed = useErrorText(state.problem);
  if (lookedAt === null) return null;
  const time = format.dateTime(Date.parse(lookedAt));
  return (
    <p className="phrases text-small text-text-soft">
      {failed === null
        ? t('settings.updates.last', { time })
        : t('settings.updates.lastFailed', { time, what: failed.what, next: failed.next })}
    </p>
  );
}
