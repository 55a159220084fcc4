import { useCallback, useEffect, useState } from 'react';
import type { CallOutput } from '../../../../preload/contract/index.ts';
import { useT } from '../../../i18n/index.ts';
import { LateTexts } from '../../../i18n/late.tsx';
import { useStores } from '../../../kit/index.ts';
import { download } from '../../../kit/saveFile.ts';
import { useProblem } from '../../../kit/useProblem.ts';
import {
  Button,
  Checkbox,
  Dialog,
  ErrorBar,
  LongText,
  Segmented,
  Spinner,
  useToasts,
} from '../../../ui/index.ts';

interface SupportDialogProps {
  readonly onClose: () => void;
}

/** Shows the whole content of the support file before it is saved. */
export default function SupportDialog(props: SupportDialogProps) {
  return (
    <LateTexts>
      <Gathered {...props} />
    </LateTexts>
  );
}

function Gathered({ onClose }: SupportDialogProps) {
  const t = useT();
  const { client } = useStores();
  const toasts = useToasts();
  const { busy, problem, attempt } = useProblem();
  const [crashes, setCrashes] = useState<boolean | null>(null);
  const [gathered, setGathered] = useState<CallOutput<'support.gather'> | null>(null);
  const [chosen, setChosen] = useState('log.txt');

  const gather = useCallback(
    async (withCrashes: boolean) =>
      setGathered(await client.call('support.gather', { crashes: withCrashes })),
    [client],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it opens
  useEffect(() => {
    void attempt(async () => {
      const [dumps] = await Promise.all([client.call('support.crashes'), gather(false)]);
      setCrashes(dumps.length > 0 ? false : null);
    });
  }, []);

  const choose = async (wanted: boolean) => {
    setCrashes(wanted);
    await attempt(() => gather(wanted));
  };
  const save = async () => {
    if (gathered === null) return;
    const saved = await attempt(() => client.call('support.save', { id: gathered.id }));
    if (saved === null || saved.value.kind === 'cancelled') return;
    if (saved.value.kind === 'download') download(saved.value);
    toasts.show({ text: t('support.saved') });
    onClose();
  };
  const files = gathered?.files ?? [];
  const shown = files.find(({ name }) => name === chosen) ?? files[0];
  return (
    <Dialog
      open
      size="large"
      onClose={onClose}
      title={t('support.dialogTitle')}
      description={t('support.dialogText')}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={gathered === null}
            onClick={() => void save()}
          >
            {t('support.save')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {problem && <ErrorBar error={problem} />}
        {gathered === null && !problem && <Spinner label={t('common.working')} />}
        {shown && (
          <>
            {crashes !== null && (
              <Checkbox
                label={t('support.includeCrashes')}
                checked={crashes}
                disabled={busy}
                onCheckedChange={(wanted) => void choose(wanted)}
              />
            )}
            <Segmented
              label={t('support.file')}
              labelHidden
              value={shown.name}
              options={files.map(({ name }) => ({ value: name, label: name }))}
              onValueChange={setChosen}
            />
            <section
              aria-label={shown.name}
              // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so keys must reach it
              tabIndex={0}
              className="h-80 overflow-y-auto rounded-control border border-line bg-surface p-3 font-mono text-mono"
            >
              <LongText text={shown.text === '' ? t('support.empty') : shown.text} />
            </section>
          </>
        )}
      </div>
    </Dialog>
  );
}
