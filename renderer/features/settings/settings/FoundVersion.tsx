import { useState } from 'react';
import type { Release, UpdatesState } from '../../../../preload/contract/settings/updates.ts';
import { useLanguage, useT } from '../../../i18n/index.ts';
import { useFormat } from '../../../i18n/useFormat.ts';
import { useStores } from '../../../kit/index.ts';
import { download } from '../../../kit/saveFile.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import { Progress } from '../../../ui/data/Progress.tsx';
import { Button, ErrorBar } from '../../../ui/index.ts';

interface FoundVersionProps {
  readonly release: Release;
  readonly state: UpdatesState;
}

/** A newer version with its changes and actions. */
export function FoundVersion({ release, state }: FoundVersionProps) {
  const t = useT();
  const language = useLanguage();
  const { client } = useStores();
  const { busy, problem, attempt, forget } = useProblem();
  const { version, newer, changes, files, own } = release;
  const text = changes[language] || changes.en || changes.ja;
  return (
    <section className="flex w-full flex-col items-start gap-3" aria-live="polite">
      <p className="font-medium">
        {t(`settings.updates.${newer ? 'found' : 'current'}`, { version })}
      </p>
      {newer && text !== '' && <p className="phrases whitespace-pre-wrap">{text}</p>}
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={forget} />}
      {newer && files.length === 0 && <p>{t('settings.updates.noFile')}</p>}
      {state.fetching === null && own !== null && (
        <Replace release={release} name={own} busy={busy} attempt={attempt} />
      )}
      {state.fetching === null && <Packages files={files} busy={busy} attempt={attempt} />}
      {state.marked && state.found?.version === version && (
        <Button
          busy={busy}
          onClick={() => void attempt(() => client.call('updates.putOff', { version }))}
        >
          {t('settings.updates.notNow')}
        </Button>
      )}
    </section>
  );
}

type Doing = Pick<ReturnType<typeof useProblem>, 'busy' | 'attempt'>;

function Replace(props: Doing & { readonly release: Release; readonly name: string }) {
  const { release, name, busy, attempt } = props;
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const { version, files } = release;
  const size = files.find((one) => one.name === name)?.size ?? 0;
  return (
    <div className="flex flex-col items-start gap-1">
      <Button
        variant="primary"
        busy={busy}
        onClick={() => void attempt(() => client.call('updates.replace', { version }))}
      >
        {t('settings.updates.replace', { version, size: format.bytes(size) })}
      </Button>
      <p className="phrases text-small text-text-soft">{t('settings.updates.replaceHint')}</p>
    </div>
  );
}

function Packages({ files, busy, attempt }: Doing & Pick<Release, 'files'>) {
  const t = useT();
  const format = useFormat();
  const { client } = useStores();
  const [saved, setSaved] = useState(false);
  const save = async (name: string) => {
    setSaved(false);
    const made = await attempt(() => client.call('updates.save', { name }));
    if (made === null || made.value.kind === 'cancelled') return;
    if (made.value.kind === 'download') download(made.value);
    setSaved(true);
  };
  return (
    <>
      {files.map(({ name, size }) => (
        <Button key={name} busy={busy} onClick={() => void save(name)}>
          {t('settings.updates.save', { name, size: format.bytes(size) })}
        </Button>
      ))}
      {files.length > 0 && (
        <p className="phrases text-small text-text-soft">{t('settings.updates.next')}</p>
      )}
      <p role="status" className="empty:hidden">
        {saved && t('settings.updates.saved')}
      </p>
    </>
  );
}

/** Progress and result of replacing the app's own file, whichever window started it. */
export function Replacing({ state }: { readonly state: UpdatesState }) {
  const t = useT();
  const { client } = useStores();
  const { busy, problem, attempt, forget } = useProblem();
  const { fetching, placed } = state;
  return (
    <>
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={forget} />}
      {fetching && (
        <div className="w-full">
          <Progress
            label={t('settings.updates.fetching', { name: fetching.name })}
            value={fetching.done / fetching.of}
            onCancel={() => void attempt(() => client.call('updates.cancel'))}
          />
        </div>
      )}
      {placed !== null && (
        <div className="flex flex-col items-start gap-2">
          <p role="status" className="font-medium">
            {t('settings.updates.placed', { version: placed })}
          </p>
          <Button
            variant="primary"
            busy={busy}
            onClick={() => void attempt(() => client.call('updates.restart'))}
          >
            {t('settings.updates.restart')}
          </Button>
          <p className="phrases text-small text-text-soft">{t('settings.updates.restartHint')}</p>
        </div>
      )}
    </>
  );
}
