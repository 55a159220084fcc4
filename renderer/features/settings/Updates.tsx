import { useState } from 'react';
import type { Release } from '../../../preload/contract/settings/updates.ts';
import { useLanguage, useT } from '../../i18n/index.ts';
import { useFormat } from '../../i18n/useFormat.ts';
import { LockNote } from '../../kit/bars/PolicyBar.tsx';
import { useStores } from '../../kit/index.ts';
import { download } from '../../kit/saveFile.ts';
import { useProblem } from '../../kit/useProblem.ts';
import { useResource } from '../../kit/useResource.ts';
import { Button, ErrorBar, TextField } from '../../ui/index.ts';

/** Where newer versions come from, if from anywhere; what there is, shown before anything of it is fetched. */
export function Updates() {
  const t = useT();
  const { client } = useStores();
  const { value, problem: lost } = useResource('updates', undefined);
  const { busy, problem, attempt, forget } = useProblem();
  const [typed, setTyped] = useState('');
  const [found, setFound] = useState<Release | null>(null);
  if (value === null) return lost && <ErrorBar error={lost} className="w-full" />;
  const { feed, locked } = value;

  const set = async (wanted: string | null) => {
    setFound(null);
    const kept = await attempt(() => client.call('updates.set', { feed: wanted }));
    if (kept !== null) setTyped('');
  };
  const check = async () => {
    setFound(null);
    const shown = await attempt(() => client.call('updates.check'));
    if (shown !== null) setFound(shown.value);
  };
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
      )}
      {found && <Found release={found} />}
      {locked && <LockNote />}
    </>
  );
}

function Found({ release }: { readonly release: Release }) {
  const t = useT();
  const format = useFormat();
  const language = useLanguage();
  const { client } = useStores();
  const { busy, problem, attempt, forget } = useProblem();
  const [saved, setSaved] = useState(false);
  const { version, newer, changes, files } = release;
  const save = async (name: string) => {
    setSaved(false);
    const made = await attempt(() => client.call('updates.save', { name }));
    if (made === null || made.value.kind === 'cancelled') return;
    if (made.value.kind === 'download') download(made.value);
    setSaved(true);
  };
  const text = changes[language] || changes.en || changes.ja;
  return (
    <section className="flex w-full flex-col items-start gap-3" aria-live="polite">
      <p className="font-medium">
        {t(`settings.updates.${newer ? 'found' : 'current'}`, { version })}
      </p>
      {newer && text !== '' && <p className="phrases whitespace-pre-wrap">{text}</p>}
      {problem && <ErrorBar error={problem} className="w-full" onDismiss={forget} />}
      {newer && files.length === 0 && <p>{t('settings.updates.noFile')}</p>}
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
    </section>
  );
}
